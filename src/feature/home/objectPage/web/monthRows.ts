import type { FlagName } from '#contract/usageFlag.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { ChargeDetail } from '#feature/money/charge/contract.ts';
import type { SettlementDemand } from '#feature/money/demand/contract.ts';

/** A month of something: the figures of the pages of energy, charges and demand side by side. */
export interface MonthRow {
  /** `2026-10`, a day of it, and its first instant, ms. */
  readonly month: string;
  readonly day: string;
  readonly at: number;
  readonly energy: number | null;
  /** Change against the same month of the year before, as a share. */
  readonly lastYear: number | null;
  /** kW, where the month of settlement is the calendar's. */
  readonly maximum: number | null;
  /** Intervals were not measured that may hide a higher one. */
  readonly atLeast: boolean;
  /** Yuan. */
  readonly cost: number | null;
  readonly price: number | null;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  readonly unfinished: boolean;
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/**
 * The months of an answer, the newest first. A demand is told where its settlement month begins and ends with the month:
 * one that is settled on the 25th is of another interval.
 */
export function monthRows(
  energy: AnalysisAnswer,
  costs: readonly ChargeDetail[] | undefined,
  demand: SettlementDemand | undefined,
): MonthRow[] {
  const costOf = new Map(costs?.map((one) => [one.from, one]));
  const demandOf = new Map(demand?.list.map((one) => [one.from, one]));
  return energy.rows
    .flatMap((row): MonthRow[] => {
      const at = row.opens?.at;
      if (at === undefined) return [];
      const cost = costOf.get(at);
      const settled = demandOf.get(at);
      const month = String(row.cells['time']);
      return [
        {
          month,
          day: `${month}-01`,
          at,
          energy: numberIn(row.cells['energy']),
          lastYear: numberIn(row.cells['lastYearChange']),
          maximum: settled?.month === month ? (settled.maximum?.value ?? null) : null,
          atLeast: settled?.atLeast === true,
          cost: cost?.CZ ?? null,
          price: cost?.price ?? null,
          coverage: row.coverage,
          flags: row.flags,
          unfinished: row.unfinished === true,
        },
      ];
    })
    .toReversed();
}
