import type { FlagName } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';

/** Why a figure is another than before: what it says of itself now, or who counts in a sum. */
export type ChangeReason =
  Extract<FlagName, 'suspect' | 'noise' | 'corrected' | 'conflict' | 'reset'> | 'countedTwice' | 'members';

export const CHANGE_REASONS: Readonly<Record<ChangeReason, Text>> = {
  suspect: {
    zh: '有示值偏离本表走势：不再计入，电量由前后正常示值得出',
    en: 'Readings left the course of their meter: they count no more, the good ones around them tell the energy',
  },
  noise: {
    zh: '示值抖动不再当作归零：按首末示值之差计',
    en: 'Jitter of the register is no reset any more: counted from first to last',
  },
  corrected: {
    zh: '同一来源重发的值取代先前的值',
    en: 'A value that its source sent again replaces the one before',
  },
  conflict: {
    zh: '重发的值偏离走势：保留先前的值',
    en: 'A value sent again left the course: the one before stays',
  },
  reset: { zh: '表底归零的判断更准确', en: 'Resets of the register are told better from bad readings' },
  countedTwice: {
    zh: '总加表与其分表不再重复计入',
    en: 'Virtual meters are not counted beside their parts any more',
  },
  members: { zh: '组成该合计的表计有变化', en: 'The meters that it is made of have changed' },
};

/** A month of a meter, or of the whole enterprise, that other rules made another figure of. */
export interface FigureChange {
  readonly id: number;
  readonly consumerId: number;
  readonly consumerName: string;
  /** Null: the whole enterprise. */
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly dataType: string;
  /** YYYY-MM in the zone of the site, and its first instant, ms. */
  readonly month: string;
  readonly from: number;
  readonly unit: string;
  readonly before: number | null;
  readonly after: number | null;
  /** Maximum demand, kW. */
  readonly demandBefore: number | null;
  readonly demandAfter: number | null;
  readonly why: readonly ChangeReason[];
}

/** How far the repair of the enterprises that one sees is. */
export interface RepairState {
  readonly enterprises: number;
  readonly repaired: number;
  /** Share of the meters of the one at work, 0 … 1; null where none is. */
  readonly progress: number | null;
}
