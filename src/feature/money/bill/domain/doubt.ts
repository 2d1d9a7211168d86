import type { Text } from '#contract/text.ts';
import type { DoubtfulLine, DoubtPart, DoubtReason, DoubtSpan } from '../contract.ts';
import type { TermDoubt } from './measured.ts';

/** Spans that are listed of one doubt. */
const MOST_SPANS = 12;

/** A doubt as it is found. */
export interface Doubt {
  readonly part: Exclude<DoubtPart, 'terms'>;
  readonly reason: Exclude<DoubtReason, 'terms'>;
  readonly spans: readonly DoubtSpan[];
  /** Of what is shared out: before and after an instant at which prices change, not among tariff periods. */
  readonly cut?: boolean;
  /** Figures that its sentence names, as texts: kW. */
  readonly kW?: string;
  readonly measured?: string;
  readonly slip?: string;
}

const REPAIR: Text = {
  zh: '补录缺失的读数，或在“数据修正”中处理这些时段；账单随即重算',
  en: 'Import the readings that are missing, or settle these intervals in Data repair; the bill follows at once',
};

const SAYS: Readonly<Record<Exclude<DoubtReason, 'terms'>, (doubt: Doubt) => readonly [Text, Text]>> = {
  missing: () => [
    { zh: '部分时段没有读数，其电量未计入', en: 'Intervals have no readings: their energy is not in it' },
    REPAIR,
  ],
  doubt: () => [
    {
      zh: '部分时段的读数可疑、冲突或归零，不能作为依据',
      en: 'Readings of intervals are suspect, in conflict or reset and prove nothing',
    },
    REPAIR,
  ],
  crossing: () => [
    {
      zh: '读数间断跨过结算时刻，两个结算月各占多少只能按时间分摊',
      en: 'A gap lies over the settlement: what belongs to either month is shared out by time',
    },
    {
      zh: '录入结算时刻的表底，分摊即变为实测',
      en: 'Enter the register at the settlement and it is measured',
    },
  ],
  spread: ({ cut = false }) => [
    cut
      ? {
          zh: '读数间断跨过价格变动的时刻，总量已知，变动前后各占多少按分摊计',
          en: 'Gaps lie over a change of prices: the total is known, what fell before and after it is shared out',
        }
      : {
          zh: '读数间断跨过不同电价时段，总量已知，各时段按分摊计',
          en: 'Gaps lie over several tariff periods: the total is known, what fell into each is shared out',
        },
    REPAIR,
  ],
  proven: ({ kW = '--', measured }) => [
    {
      zh: `${measured === undefined ? '没有实测的最大需量' : `实测最大需量仅 ${measured} kW`}，而表底差证实至少 ${kW} kW；按已证实的值计收，实际可能更高`,
      en: `${measured === undefined ? 'No demand was measured' : `Only ${measured} kW was measured`}, registers prove at least ${kW} kW: that is charged, and it may have been more`,
    },
    REPAIR,
  ],
  unmeasured: () => [
    {
      zh: '部分时段没有实测需量，最大需量至少为所列值',
      en: 'Intervals have no measured demand: the maximum is at least what is shown',
    },
    REPAIR,
  ],
  windows: ({ slip = '--', measured = '--' }) => [
    {
      zh: `协议按每 ${slip} 分钟滑差计量，表计按 ${measured} 分钟计量，需量按表计的时段给出`,
      en: `The agreement slides by ${slip} min, the meter by ${measured}: demand follows the windows of the meter`,
    },
    {
      zh: `在表计档案中把“需量滑差”改为每 ${slip} 分钟`,
      en: `Set the demand window of the meter to ${slip} min in its archive`,
    },
  ],
  reactive: () => [
    {
      zh: '有功与无功电量不是同一时段都已知，功率因数不确定：既不奖励也不罚款',
      en: 'Active and reactive energy are not known over the same span, so the power factor is not: neither reward nor penalty',
    },
    {
      zh: '补录这些表计缺失的有功或无功示值；没有无功示值的表计请接入无功示值，或在电价方案中改为不考核',
      en: 'Import the active or reactive registers that are missing; for a meter that sends none connect them, or set the scheme to no standard',
    },
  ],
  unpriced: () => [
    {
      zh: '方案没有深谷电价，深谷电量按谷电价计',
      en: 'The scheme has no price for deep valley: it is charged at that of the valley',
    },
    { zh: '在电价方案中填写深谷电价', en: 'Enter the deep valley price in the scheme' },
  ],
};

/** Spans of the same meter that meet, as one. */
function joined(spans: readonly DoubtSpan[]): DoubtSpan[] {
  const found: DoubtSpan[] = [];
  const inTime = spans.toSorted((a, b) => (a.ammeterId ?? 0) - (b.ammeterId ?? 0) || a.from - b.from);
  for (const span of inTime) {
    const last = found.at(-1);
    if (last?.ammeterId === span.ammeterId && last.to === span.from)
      found[found.length - 1] = { ...last, to: span.to };
    else found.push(span);
  }
  return found;
}

/** A doubt as it travels, with the keys of the rows that rest on it. */
export function doubtfulLine(doubt: Doubt, lines: readonly string[]): DoubtfulLine {
  const { part, reason, spans } = doubt;
  const [text, remedy] = SAYS[reason](doubt);
  // The longest tell most.
  const whole = joined(spans);
  const listed = whole
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
    .slice(0, MOST_SPANS)
    .toSorted((a, b) => a.from - b.from);
  return { part, reason, lines, text, remedy, spans: listed, more: whole.length - listed.length };
}

/** What an agreement, scheme or fee does not say as a line needs it. @param item the line in words */
export const termsLine = (
  { text, remedy }: TermDoubt,
  item: Text,
  lines: readonly string[],
): DoubtfulLine => ({
  part: 'terms',
  reason: 'terms',
  lines,
  text: doubtTextOf({ text }, item),
  remedy,
  spans: [],
  more: 0,
});

/** A doubt of terms with the line that it is about. */
export const doubtTextOf = ({ text }: Pick<TermDoubt, 'text'>, item: Text): Text => ({
  zh: `${item.zh}：${text.zh}`,
  en: `${item.en}: ${text.en}`,
});
