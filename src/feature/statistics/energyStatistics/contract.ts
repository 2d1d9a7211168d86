import type { Text } from '#contract/text.ts';
import type { FlagName } from '#contract/usageFlag.ts';

/** A unit consumption over a month, as the page of norms tells it, and over the month before. */
export interface UnitMonth {
  readonly unitConfigId: number;
  readonly name: string;
  readonly product: string;
  /** `kWh/t` */
  readonly unit: string;
  readonly value: number | null;
  readonly before: number | null;
  /** Null where none is set, or the month lies before it holds. */
  readonly norm: number | null;
  readonly verdict: Text | null;
  readonly made: number | null;
  readonly productUnit: string;
  /** Output comes from a person, to this date; null where nothing was entered, or a meter counts it. */
  readonly entered: boolean;
  readonly enteredTo: string | null;
  /** Of the energy, that of the energy known least. */
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}
