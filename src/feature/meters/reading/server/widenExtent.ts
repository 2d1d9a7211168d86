import type pg from 'pg';
import type { Range } from '#domain/fold/reach.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { type CountingCells, keptCountingOf, type KeptCounting } from './counting.ts';
import type { Gather } from './gather.ts';
import type { Extent } from './loadInput.ts';

/** An interval of a meter that is to be folded. */
export interface Mark {
  readonly id: string;
  readonly from: Date;
  readonly to: Date;
  readonly codes: string;
  readonly span: number;
  readonly markedAt: Date;
}

interface ExtentRow extends CountingCells {
  readonly meterId: number;
  readonly codes: string;
  readonly span: number;
  readonly first: Date;
  readonly last: Date;
  readonly closed: Date | null;
  readonly oldFirst: Date | null;
  readonly oldLast: Date | null;
  readonly foldedAt: string;
  readonly oldFoldedAt: string | null;
}

/** What is known of a meter with the marks of a fold. */
interface Widened {
  readonly extent: Extent;
  /** By what it is longer now. */
  readonly grown: readonly Range[];
  readonly kept: KeptCounting;
  /** The instant (ms) before which its figures are final. */
  readonly closed: number;
  /** When it was folded: this fold, and the one before; to the microsecond. */
  readonly foldedAt: string;
  readonly foldedBefore: string | null;
}

/** Keeps what the marks say about the meter before they are gone. */
export async function widenExtent(client: Gather, meterId: number, marks: readonly Mark[]): Promise<Widened> {
  const row = await client.call(widenExtents, widthOf(meterId, marks));
  if (!row) throw new Error('The extent of a meter was not kept.');
  const extent = {
    codes: CodeSet.read(row.codes),
    span: row.span * 1000,
    first: row.first.getTime(),
    last: row.last.getTime(),
  };
  const oldFirst = row.oldFirst?.getTime() ?? extent.last;
  const oldLast = row.oldLast?.getTime() ?? extent.last;
  const grown = [
    { from: extent.first, to: oldFirst },
    { from: oldLast, to: extent.last },
  ];
  return {
    extent,
    grown: grown.filter(({ from, to }) => from < to),
    kept: keptCountingOf(row),
    closed: row.closed?.getTime() ?? -Infinity,
    foldedAt: row.foldedAt,
    foldedBefore: row.oldFoldedAt,
  };
}

/** What marks say of the extent of a meter. */
interface Width {
  readonly meterId: number;
  readonly codes: string;
  readonly span: number;
  readonly first: Date;
  readonly last: Date;
}

function widthOf(meterId: number, marks: readonly Mark[]): Width {
  let codes = CodeSet.none;
  let span = 0;
  let first = Infinity;
  let last = -Infinity;
  for (const mark of marks) {
    codes = codes.joined(CodeSet.read(mark.codes));
    span = Math.max(span, mark.span);
    first = Math.min(first, mark.from.getTime());
    last = Math.max(last, mark.to.getTime());
  }
  return { meterId, codes: String(codes), span, first: new Date(first), last: new Date(last) };
}

async function widenExtents(
  client: pg.PoolClient,
  widths: readonly Width[],
): Promise<readonly (ExtentRow | undefined)[]> {
  const { rows } = await client.query<ExtentRow>({
    name: 'fold_extent',
    text: `with w as (
             select * from unnest($1::integer[], $2::bit varying[], $3::integer[], $4::timestamptz[], $5::timestamptz[])
               as w (meter_id, codes, span_s, first_ts, last_ts)),
           old as (select f.meter_id, f.first_ts, f.last_ts, f.folded_at from w join meter_fold f on f.meter_id = w.meter_id)
           insert into meter_fold as m (meter_id, codes, span_s, first_ts, last_ts) select * from w order by meter_id
           on conflict (meter_id) do update set codes = either_codes(m.codes, excluded.codes), span_s = greatest(m.span_s, excluded.span_s),
             first_ts = least(m.first_ts, excluded.first_ts), last_ts = greatest(m.last_ts, excluded.last_ts), folded_at = now()
           returning meter_id as "meterId", codes, span_s as span, first_ts as first, last_ts as last, heard_ts as heard,
             counts_from as "countsFrom", counts_to as "countsTo", closed_ts as closed,
             (select o.first_ts from old o where o.meter_id = m.meter_id) as "oldFirst",
             (select o.last_ts from old o where o.meter_id = m.meter_id) as "oldLast",
             folded_at::text as "foldedAt", (select o.folded_at::text from old o where o.meter_id = m.meter_id) as "oldFoldedAt"`,
    values: [
      widths.map((one) => one.meterId),
      widths.map((one) => one.codes),
      widths.map((one) => one.span),
      widths.map((one) => one.first),
      widths.map((one) => one.last),
    ],
  });
  const byMeter = new Map(rows.map((row) => [row.meterId, row]));
  return widths.map((one) => byMeter.get(one.meterId));
}
