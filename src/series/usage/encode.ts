/*
 * How buckets of `usage` are written column by column into `usage_block`. What this writes `usage_sealed` of the database reads:
 * both know every column of `usage`, and a test compares the lists.
 */

/** Columns that stand as they are; where all are null there is no array. */
const PLAIN = ['pp', 'rp', 'qi', 'qo', 'p_sum', 'sd', 'md_n', 'head_from', 'head_to', 'cz', 'rcz'];
const PERIODS = [1, 2, 3, 4, 5];

const array = (value: string): string => `array_agg(${value} order by g.at)`;
const unlessNull = (column: string, value = `u.${column}`): string =>
  `case when count(u.${column}) > 0 then ${array(value)} end`;
/** No array where every bucket says what is expected of it. */
const unlessExpected = (column: string, expected: string, value: string): string =>
  `case when bool_or(u.${column} is distinct from ${expected}) filter (where u.meter_id is not null) then ${array(value)} end`;

const MEAN = 'u.p_sum / nullif(u.p_n, 0)';
const END = 'g.at + $5::interval';
const offset = (column: string): string => `(extract(epoch from u.${column} - g.at) * 1000000)::bigint`;

/** Each array of `usage_block` as an aggregate over the grid `g (at)` and the buckets `u` on it. */
export const ENCODED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(PLAIN.map((column) => [column, unlessNull(column)])),
  // A bucket lies in one tariff period as a rule: its energy and cost are those of the period.
  ...Object.fromEntries(
    PERIODS.flatMap((n) => [
      [`pp${n}`, unlessNull(`pp${n}`, `u.pp${n} - coalesce(u.pp, 0)`)],
      [`cz${n}`, unlessNull(`cz${n}`, `u.cz${n} - coalesce(u.cz, 0)`)],
    ]),
  ),
  p_n: unlessExpected('p_n', '1', 'u.p_n'),
  p_max: unlessExpected('p_max', MEAN, `u.p_max - coalesce(${MEAN}, 0)`),
  p_min: unlessExpected('p_min', MEAN, `u.p_min - coalesce(${MEAN}, 0)`),
  p_max_at: unlessExpected('p_max_at', `case when u.p_n > 0 then ${END} end`, offset('p_max_at')),
  p_min_at: unlessExpected('p_min_at', `case when u.p_n > 0 then ${END} end`, offset('p_min_at')),
  md: unlessExpected('md', 'u.pp * 4', 'u.md - coalesce(u.pp * 4, 0)'),
  md_at: unlessExpected('md_at', `case when u.md is not null then ${END} end`, offset('md_at')),
  sd_at: unlessNull('sd_at', offset('sd_at')),
  covered_s: unlessExpected('covered_s', '$6::integer', 'u.covered_s'),
  flags: unlessExpected('flags', '0', 'u.flags'),
  absent: `case when count(u.meter_id) < count(*) then ${array('case when u.meter_id is null then 1::smallint end')} end`,
};
