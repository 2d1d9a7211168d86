import { columnOf, ENERGY_CODES } from '#contract/dataCode.ts';
import { RANK } from '#domain/fold/point.ts';
import type { Void } from '#domain/fold/void.ts';
import type { Statement } from '#server/database/queryable.ts';
import { NAME, touches } from '../sealed/name.ts';
import { instant } from './window.ts';

/*
 * What the fold asks of rows, as statements: the folds of several meters are sent as one (`gather.ts`). They still ask which sources
 * count in the same breath, as the fold has no scope. Each tells the blocks that may have something beside (`toFold.ts`).
 */

const CELL = `date_bin('15 minutes', k.ts, timestamptz '2000-01-01 00:07:30Z')`;

/** Whether a row `r` is of the device, or of a source that counts. */
export const COUNTS = `(r.source = 0 or exists (select from data_source d where d.id = r.source and d.status = 1))`;

/** What is loaded: registers, and the power. */
const LOADED = [...ENERGY_CODES, 'PZ'];
/** A name for some of them: one prepared statement each. */
const setOf = (codes: readonly string[]): string =>
  LOADED.map((code) => (codes.includes(code) ? '1' : '0')).join('');

/** The rank of a row `r`; null where its source does not count. A look for each value of a device would cost as much as the values. */
const RANK_OF = `case when r.source = 0 then ${RANK.device} else (
  select coalesce(d.rank, ${RANK.device})::integer from data_source d where d.id = r.source and d.status = 1) end`;

/** The readings that count of a meter in [from, to) (ms): instant in ms, source, rank and the values of the codes; behind them the names of blocks. */
export function readingsToFold(
  meterId: number,
  codes: readonly string[],
  from: number,
  to: number,
): Statement {
  const columns = codes.map((code) => `r.${columnOf(code)}`).join(', ');
  return {
    name: `fold_reading_${setOf(codes)}`,
    text: `(select date_part('epoch', r.ts) * 1000 as "at", r.source, ${RANK_OF} as rank, ${columns}, null::json as sealed
           from reading r
           where r.meter_id = $1 and r.ts >= $2 and r.ts < $3 and (r.source = 0 or ${RANK_OF} is not null)
           order by r.ts)
           union all (select null, null, null, ${'null, '.repeat(codes.length)}${NAME} from reading_block b
           where b.meter_id = $1 and ${touches('$2', '$3')})`,
    values: [meterId, instant(from), instant(to)],
    each: ['integer', 'timestamptz', 'timestamptz'],
    rowMode: 'array',
  };
}

/**
 * For each code the readings of the cell of a quarter of an hour with the nearest one that counts before, or from, an instant (ms): code, ts, source, rank, value.
 * @param taken what persons took out of these codes
 */
export function neighboursToFold(
  meterId: number,
  codes: readonly string[],
  side: 'before' | 'after',
  at: number,
  taken: readonly Void[],
): Statement {
  const part = (code: string): string => {
    const column = columnOf(code);
    const counts = taken.length === 0 ? COUNTS : `${COUNTS} and not ${isTaken(code)}`;
    const nearest =
      side === 'before'
        ? `r.ts < $2 and ${counts} order by r.ts desc`
        : `r.ts >= $2 and ${counts} order by r.ts`;
    return `select '${code}' as code, v.* from (
        select r.ts from reading r where r.meter_id = $1 and r.${column} is not null and ${nearest} limit 1) k
      cross join lateral (
        select date_part('epoch', r.ts) * 1000 as ts, r.source, coalesce(s.rank, ${RANK.device})::integer as rank,
          r.${column} as value
        from reading r left join data_source s on s.id = r.source
        where r.meter_id = $1 and r.ts >= ${CELL} and r.ts < ${CELL} + interval '15 minutes'
          and r.${column} is not null and (r.source = 0 or s.status = 1)
          ${taken.length === 0 ? '' : `and not ${isTaken(code)}`}) v`;
  };
  return {
    name: `fold_${side}_${setOf(codes)}${taken.length === 0 ? '' : '_taken'}`,
    text: `(select q.*, null::json as sealed from (${codes.map(part).join(' union all ')}) q order by 2)
           union all (select null, null, null, null, null, ${NAME} from reading_block b
           where b.meter_id = $1 and ${side === 'before' ? touches("'-infinity'::timestamptz", '$2') : touches('$2', "'infinity'::timestamptz")})`,
    values: [meterId, instant(at), ...(taken.length === 0 ? [] : takenValues(taken))],
    ...(taken.length === 0 && { each: ['integer', 'timestamptz'] }),
  };
}

/** The first reading of a meter from an instant (ms) on that counts and that nobody took out: `at`. @param taken of the main register */
export const firstToFold = (meterId: number, from: number, taken: readonly Void[]): Statement => ({
  name: `first_reading${taken.length === 0 ? '' : '_taken'}`,
  text: `(select r.ts as at, null::json as sealed from reading r where r.meter_id = $1 and r.ts >= $2 and ${COUNTS}
           ${taken.length === 0 ? '' : `and not ${isTaken('PP')}`} order by r.ts limit 1)
           union all (select null, ${NAME} from reading_block b where b.meter_id = $1 and ${touches('$2', "'infinity'::timestamptz")})`,
  values: [meterId, instant(from), ...(taken.length === 0 ? [] : takenValues(taken))],
});

/** The last reading of a meter that counts: `at`. */
export const lastToFold = (meterId: number): Statement => ({
  name: 'last_reading',
  text: `(select r.ts as at, null::json as sealed from reading r where r.meter_id = $1 and ${COUNTS} order by r.ts desc limit 1)
           union all (select null, ${NAME} from reading_block b where b.meter_id = $1)`,
  values: [meterId],
});

/** Whether a reading `r` is among those that persons took out. */
const isTaken = (code: string): string =>
  `exists (select from unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::integer[]) o (c, f, t, s, g)
     where o.c = '${code}' and r.ts between o.f and o.t and r.source < o.s and coalesce(o.g, r.source) = r.source)`;

const takenValues = (taken: readonly Void[]): unknown[] => [
  taken.map((one) => one.code),
  taken.map((one) => new Date(one.from)),
  taken.map((one) => new Date(one.to)),
  taken.map((one) => one.source),
  taken.map((one) => one.target),
];
