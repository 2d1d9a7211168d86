import { groupedBy } from '#domain/group.ts';
import { type Bill, billOf } from '#domain/tariff/bill.ts';
import { energiesOver, type MaximumDemand } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type MeasuredRange, type TermDoubt } from '../domain/measured.ts';
import { sectionsOf } from '../domain/section.ts';
import type { AccountMonth } from '../domain/span.ts';
import { type Book, termedRanges } from '../domain/terms.ts';
import type { BilledSpan } from './account.ts';
import { factsOf, type RunFacts } from './monthFacts.ts';
import { type SettledHour, settledHours } from './spot.ts';

/** What was measured in a settlement month, cut where what it is billed under changes. */
export interface Measured {
  readonly month: AccountMonth<BilledSpan>;
  readonly ranges: readonly MeasuredRange<BilledSpan>[];
  /** The time of each object, and what is known of it beside its energies. */
  readonly runs: readonly RunFacts[];
}

/** The highest demand of the month, measured or proven; null where none was asked for, or nothing is known of it. */
export const highestOf = ({ runs }: Pick<Measured, 'runs'>): MaximumDemand | null =>
  runs.reduce<MaximumDemand | null>((best, { demand }) => {
    const maximum = demand?.reported.maximum ?? null;
    return maximum && (!best || maximum.demand > best.demand) ? maximum : best;
  }, null);

/**
 * Reads what months are billed by: for each object the same few statements, however many months.
 * @param facts what of the same months is known already; else what is asked for, or `all`
 */
export async function measure(
  trx: Db,
  months: readonly AccountMonth<BilledSpan>[],
  book: Book,
  facts: 'asked' | 'all' | readonly RunFacts[] = 'asked',
): Promise<Measured[]> {
  const cut = months.flatMap(({ month, spans }) =>
    spans.flatMap((span) =>
      termedRanges(book, span.agreed.zone, span.scheme, span).map((range) => ({ month, span, ...range })),
    ),
  );
  const ranges: (MeasuredRange<BilledSpan> & { readonly month: string })[] = [];
  const hours = new Map<BilledSpan, SettledHour[]>();
  for (const own of groupedBy(cut, ({ span }) => span.agreed.context).values()) {
    const signed = own[0]?.span.agreed.context.signed ?? [];
    const sums = await energiesOver(trx, signed, own);
    for (const [i, range] of own.entries()) {
      const { span, from, to } = range;
      const traded = book.rows.schemes.some((row) => row.id === span.scheme.id && row.schemeType === '3');
      if (traded && !hours.has(span))
        hours.set(span, await settledHours(trx, span.agreed.zone, signed, span.scheme.id, span));
      const spot = (hours.get(span) ?? []).filter(({ at }) => from <= at && at < to);
      ranges.push({ ...range, sum: sums[i] ?? null, spot });
    }
  }
  const runs = typeof facts === 'string' ? await factsOf(trx, months, facts === 'all') : facts;
  return months.map((month) => ({
    month,
    ranges: ranges.filter((one) => one.month === month.month).toSorted((a, b) => a.from - b.from),
    runs: runs.filter((one) => one.month === month.month),
  }));
}

export interface ComputedBill {
  readonly bill: Bill;
  /** Millionths; null where a register says nothing. */
  readonly lagging: bigint | null;
  readonly leading: bigint | null;
  /** A maximum demand that the basic charge needs was never measured: the total is without it. */
  readonly demandMissing: boolean;
  /** Lines that cannot be made as something was not entered, and lines that rest on what may be wrong. */
  readonly lacking: readonly TermDoubt[];
}

/** The bill of a measured month; null where no energy is known. Pure. */
export function billOfMonth(measured: Measured, book: Book): ComputedBill | null {
  const { ranges } = measured;
  if (ranges.every(({ sum }) => sum?.energy == null)) return null;
  const total = (code: 'QI' | 'QO'): bigint | null =>
    ranges.reduce<bigint | null>((all, { sum }) => (sum?.energies[code] == null ? all : (all ?? 0n) + sum.energies[code]), null); // prettier-ignore
  const { sections, demandMissing, lacking } = sectionsOf(measured, book);
  return { bill: billOf(sections), lagging: total('QI'), leading: total('QO'), demandMissing, lacking };
}
