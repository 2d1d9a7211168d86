import type { AnalysisRow } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';

/** What a hand-written query is asked, by the numbers of its parameters: $1 meters, $2 level, $3 from, $4 to. */
export interface Asked {
  readonly meterIds: readonly number[];
  readonly level: number;
  readonly from: Date;
  readonly to: Date;
}

export type Cell = number | string | null;

/** A hand-written query, and what its rows must be equal to: those of the product's answer, cell by cell. */
export interface Reference {
  readonly sql: string;
  /** The rows of the answer in the order of the query. @param meters ids of the meters in the order asked */
  readonly rows: (answer: never) => readonly (readonly Cell[])[];
}

/** The meters that the caller may see, and their buckets. */
const FROM = `from unnest($1::integer[]) m (id) join ammeter a on a.id = m.id
  cross join lateral (select * from usage where meter_id = a.id and level = $2 and ts >= $3 and ts < $4 offset 0) u`;
const HOME = `'${HOME_ZONE}'`;
const local = `(ts at time zone ${HOME})`;
const day = `date_trunc('day', ts, ${HOME})`;
const kilo = (term: string): string => `((${term}) / 1e6)::float8`;
const clock = (term: string): string => `to_char((${term}) at time zone ${HOME}, 'HH24:MI')`;
const key = (ts: string): string => `(date_part('epoch', ${ts}) * 1000)::text`;
const list = (...terms: string[]): string => terms.map((term, i) => `${term} as c${i}`).join(', ');

/** The sum of the meters by bucket. */
const sums = (columns: string): string => `select u.ts, ${columns} ${FROM} group by u.ts`;
/** The sum of the measured quarters with their days. */
const QUARTERS = `q as (${sums('sum(u.pp) as e, sum(u.md) as v, count(u.md) as n')}),
  d as (select *, ${day} as day from q where n = cardinality($1))`;
const back = (ts: string, by: string): string =>
  `((${ts} at time zone ${HOME}) - interval '${by}') at time zone ${HOME}`;

/** Buckets beside those earlier. */
function beside(by: readonly string[], column: string, times = ''): string {
  const earlier = FROM.replace('ts >= $3', `ts >= ${back('$3', '12 months')}`);
  const joins = by.map((one, i) => `left join b o${i} on o${i}.ts = ${back('b.ts', one)}`);
  return `with b as (select u.ts, sum(u.${column}) as v, sum(u.covered_s)::integer as c, bit_or(u.flags) as f ${earlier} group by u.ts)
    select ${list(key('b.ts'), kilo(`b.v${times}`), ...by.map((_, i) => kilo(`o${i}.v${times}`)), 'b.c', 'b.f')}
    from b ${joins.join(' ')} where b.ts >= $3 order by b.ts`;
}

const DAY_DEMANDS = `with ${QUARTERS},
    r as (select *, row_number() over (partition by day order by v desc, ts) as place from d)
  select ${list(
    key('day'),
    kilo('max(v) filter (where place = 1)'),
    kilo('max(v) filter (where place = 2)'),
    clock(`max(ts) filter (where place = 1) + interval '15 minutes'`),
    clock(`max(ts) filter (where place = 2) + interval '15 minutes'`),
    'count(*)::integer',
  )} from r group by day order by day`;

const PEAKS = `with h as (${sums('sum(u.pp) as v')}), d as (select *, ${day} as day from h),
    p as (select distinct on (day) day, ts, v, sum(v) over (partition by day) as whole from d order by day, v desc, ts)
  select ${list(key('day'), clock('ts'), kilo('v'), kilo('whole'))} from p order by day`;

const profile = (
  group: string,
): string => `with b as (${sums('sum(u.pp) as v')}), g as (select *, (${group})::integer as g from b)
  select ${list('g::text', kilo('round(avg(v))'), kilo('max(v)'), kilo('min(v)'), kilo('sum(v)'), 'count(*)::integer')}
  from g group by g order by g`;

const num = (row: AnalysisRow, column: string): Cell => (row.cells[column] ?? null) as Cell;
const of = (...columns: string[]): Reference['rows'] =>
  (({ rows }: AnalysisAnswer) =>
    rows.map((row) => [row.key, ...columns.map((one) => num(row, one))])) as Reference['rows'];
const byMeter = (tell: (row: AnalysisRow) => readonly Cell[]): Reference['rows'] =>
  (({ rows }: AnalysisAnswer) =>
    rows
      .flatMap((row): Cell[][] =>
        row.object?.dataAmmeterId ? [[row.object.dataAmmeterId, ...tell(row)]] : [],
      )
      .toSorted((a, b) => Number(a[0]) - Number(b[0]))) as Reference['rows'];

/** Null is not compared. */
const highestOf = (place: number): Reference['rows'] =>
  (({ list: days }: { list: readonly Readonly<Record<string, Cell>>[] }) =>
    days.map((one) => [
      null,
      ...Array<Cell>(place).fill(null),
      one['value'] ?? one['max'] ?? null,
    ])) as Reference['rows'];

const midnight = (text: Cell): Cell => (text === '24:00' ? '00:00' : text);
const PERIODS = ['pp', 'pp1', 'pp2', 'pp3', 'pp4'];
const TEN = Array.from({ length: 10 }, (_, i) => i + 1);

/** One query for each kind of answer. */
export const REFERENCES = {
  energy: (before: string): Reference => ({
    sql: beside([before, '12 months'], 'pp'),
    rows: of('energy', 'before', 'lastYear'),
  }),
  timeShare: {
    sql: `select ${list(key('ts'), ...PERIODS.map(kilo))} from (${sums(PERIODS.map((one) => `sum(u.${one}) as ${one}`).join(', '))}) b order by ts`,
    rows: of('energy', 'pp1', 'pp2', 'pp3', 'pp4'),
  },
  cycle: {
    sql: `with b as (${sums('sum(u.pp) as v')}),
      g as (select date_part('hour', ${local})::integer as hour, date_part('isodow', ${local})::integer as day, round(avg(v)) as v from b group by 1, 2)
      select ${list('hour::text', ...TEN.slice(0, 7).map((one) => kilo(`max(v) filter (where day = ${one})`)))} from g group by hour order by hour`,
    rows: of('d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'),
  },
  hour: { sql: profile(`date_part('hour', ${local})`), rows: of('avg', 'max', 'min', 'sum', 'n') },
  week: { sql: profile(`date_part('isodow', ${local}) - 1`), rows: of('avg', 'max', 'min', 'sum', 'n') },
  peak: { sql: PEAKS, rows: of('at', 'peak', 'day') },
  loadDays: {
    sql: `with ${QUARTERS}
      select ${list(key('day'), kilo('max(e) * 4'), clock('(array_agg(ts order by e desc, ts))[1]'), kilo('min(e) * 4'), clock('(array_agg(ts order by e, ts))[1]'), kilo('avg(e) * 4'), kilo('sum(e)'))}
      from d group by day order by day`,
    rows: of('max', 'maxAt', 'min', 'minAt', 'mean', 'energy'),
  },
  loadQuarters: {
    sql: beside(['1 day', '7 days', '1 month'], 'pp', ' * 4'),
    rows: of('power', 'yesterday', 'lastWeek', 'lastMonth'),
  },
  demandDays: {
    sql: DAY_DEMANDS,
    rows: (({ rows }: AnalysisAnswer) =>
      rows.map((row) => [row.key, num(row, 'value'), num(row, 'secondValue'), midnight(num(row, 'at')), midnight(num(row, 'secondAt'))])) as Reference['rows'],
  },
  demandQuarters: { sql: beside(['1 day'], 'md'), rows: of('value', 'yesterday') },
  /** Calls about the days of a year, which tell the highest of each, or the second. */
  demandHighest: { sql: DAY_DEMANDS, rows: highestOf(0) },
  demandSeconds: { sql: DAY_DEMANDS, rows: highestOf(1) },
  flow: {
    sql: `select ${list('a.id', kilo('sum(u.pp)'), 'sum(u.covered_s)::integer', 'bit_or(u.flags)')} ${FROM} group by a.id order by a.id`,
    rows: byMeter((row) => [num(row, 'energy')]),
  },
  compare: {
    sql: `with b as (select u.ts, a.id, u.pp ${FROM})
      select ${list(key('ts'), ...TEN.map((one) => kilo(`max(pp) filter (where id = ($1::integer[])[${one}])`)))} from b group by ts order by ts`,
    rows: of('v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8', 'v9'),
  },
  /** Eight meters for themselves and the others together. */
  class: {
    sql: `with b as (select u.ts, a.id, u.pp ${FROM}),
      t as (select id, row_number() over (order by sum(pp) desc, id) as place from b group by id),
      g as (select b.ts, least(t.place, 9) as place, sum(b.pp) as v from b join t using (id) group by 1, 2)
      select ${list(key('ts'), ...TEN.slice(0, 9).map((one) => kilo(`max(v) filter (where place = ${one})`)))} from g group by ts order by ts`,
    rows: of('p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'rest'),
  },
  statement: {
    sql: `select ${list('a.id', kilo('sum(u.pp)'), 'json_agg((u.pp / 1e6)::float8 order by u.ts)', 'sum(u.covered_s)::integer', 'bit_or(u.flags)')} ${FROM} group by a.id order by a.id`,
    rows: byMeter((row) => [
      num(row, 'total'),
      JSON.stringify(Object.keys(row.cells).filter((one) => /^t\d+$/.test(one)).map((one) => num(row, one))),
    ]),
  },
} as const; // prettier-ignore
