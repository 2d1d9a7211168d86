import { CodeSet } from '#domain/reading/codeSet.ts';

/**
 * A block as statements name it beside the rows that they found, so that rows and blocks are of one moment: what is sealed
 * or opened in between is in one of the two.
 */
export interface BlockName {
  /** Another with each writing of the block. */
  readonly id: string;
  readonly meterId: number;
  /** First day of the month, UTC. */
  readonly month: string;
  /** First and last instant of its rows, ms. */
  readonly first: number;
  readonly last: number;
  /** Codes with a value, by their places in the table. */
  readonly codes: CodeSet;
}

/** How a statement answers it. */
export type NameCell = readonly [
  id: string,
  meterId: number,
  month: string,
  first: number,
  last: number,
  codes: string,
];

/** A block `b` in a statement, as JSON. */
export const NAME =
  "json_build_array(b.id, b.meter_id, b.month, date_part('epoch', b.first_ts) * 1000, date_part('epoch', b.last_ts) * 1000, b.codes)";

/**
 * The condition of blocks `b` that touch [from, to), by the key too, so that of many months those alone are looked at.
 * @param from an expression of type timestamptz, as `to`
 */
export const touches = (from: string, to: string): string =>
  `b.first_ts < ${to} and b.last_ts >= ${from}
   and b.month <= (${to} at time zone 'UTC')::date and b.month > (${from} at time zone 'UTC')::date - 32`;

export const nameOf = ([id, meterId, month, first, last, codes]: NameCell): BlockName => ({
  id,
  meterId,
  month,
  first: Math.round(first),
  last: Math.round(last),
  codes: CodeSet.read(codes),
});

/** Those that have something of a meter in [from, to), in the order of time. */
export const blocksIn = (
  names: readonly BlockName[],
  { meterId, from, to }: { readonly meterId: number; readonly from: number; readonly to: number },
): BlockName[] =>
  names
    .filter((one) => one.meterId === meterId && one.first < to && one.last >= from)
    .sort((a, b) => a.first - b.first);
