import { ENERGY_CODES, codeIndex } from '#contract/dataCode.ts';
import { WINDOW_MS } from '#domain/demand/window.ts';
import type { MeterInput } from '#domain/fold/fold.ts';
import { RANK, type Reading } from '#domain/fold/point.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Interval } from '#domain/fold/span.ts';
import { isVoid } from '#domain/fold/void.ts';
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { CodeSet } from '#domain/reading/codeSet.ts';
import { type FoldCell, loadFoldNeighbours } from '#series/public.ts';
import { loadAll, type Loaded, type LoadReadings } from './keptReadings.ts';
import type { MeterRow } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';

/** What a meter has, so that nothing is looked for that cannot be there. */
export interface Extent {
  /** The codes of DATA_CODES that ever came. */
  readonly codes: CodeSet;
  /** Longest stated span, ms. */
  readonly span: number;
  /** First and last instant of all that ever came, ms. */
  readonly first: number;
  readonly last: number;
}

/** Readings that stand around a grid point lie in its cell: which of them snaps is settled inside. */
const HALF = QUARTER_MS / 2;
const cellStart = (t: number): number => Math.floor((t + HALF) / QUARTER_MS) * QUARTER_MS - HALF;

/** Within so many steps of a meter, but no less and no more than these, the readings next to an instant usually lie. */
const MARGIN_STEPS = 20;
const LEAST_MARGIN_MS = 2 * MINUTE_MS;
const MOST_MARGIN_MS = HOUR_MS;

/**
 * How far beside a range is read along, so that the readings next to it seldom need a search of their own, ms. Where they
 * lie further away they are searched: the margin decides the time that takes, and no figure.
 */
export const marginOf = ({ stepMs }: MeterRow): number =>
  Math.min(Math.max(MARGIN_STEPS * stepMs, LEAST_MARGIN_MS), MOST_MARGIN_MS);

/**
 * Everything that counts of a meter in a range: readings with those next to it on both sides, whole cells, and the
 * stated spans that touch it. Every span over the range can be built from it exactly.
 * @param load how readings in a range are read
 */
export async function loadInput(
  client: Queryable,
  meter: MeterRow,
  extent: Extent,
  range: Range,
  load: LoadReadings = loadAll,
): Promise<MeterInput> {
  const steps = meter.life.some((segment) => segment.kind === 'interval') ? meter.stepMs : 0;
  const inner = { from: cellStart(range.from), to: cellStart(range.to + steps) + QUARTER_MS };
  const margin = marginOf(meter);
  const from = inner.from - margin;
  const to = inner.to + margin;
  const has = (code: string): boolean => extent.codes.has(codeIndex(code));
  const codes = ENERGY_CODES.filter(has);
  const registers = new Map<string, Reading[]>(codes.map((code) => [code, []]));
  const power: Reading[] = [];
  const { voids } = meter;
  const gone = (code: string, { ts, source }: Reading): boolean =>
    voids.length > 0 && isVoid(voids, 'reading', code, { from: ts, to: ts, source });

  const wanted = [...codes, ...(has('PZ') ? ['PZ'] : [])];
  const { rows, minutes } = wanted.length === 0 ? NOTHING : await load(client, meter.id, wanted, from, to);
  takeReadings(rows, wanted, (code, reading) => {
    if (code === 'PZ') power.push(reading);
    else if (!gone(code, reading)) registers.get(code)?.push(reading);
  });
  const bounds = { from: -Infinity, to: Infinity };
  let ended: ReadonlySet<string> = new Set(codes);
  if (extent.first < from) {
    bounds.from = from;
    const lacking = codes.filter((code) => !((registers.get(code)?.[0]?.ts ?? Infinity) < inner.from));
    const found = await loadNeighbours(client, meter, lacking, 'before', from);
    for (const [code, list] of found) registers.set(code, [...list, ...(registers.get(code) ?? [])]);
    if (lacking.includes('PP')) bounds.from = cellStart(found.get('PP')?.[0]?.ts ?? -Infinity);
  }
  if (extent.last >= to) {
    bounds.to = to;
    const lacking = codes.filter((code) => !((registers.get(code)?.at(-1)?.ts ?? -Infinity) >= inner.to));
    const found = await loadNeighbours(client, meter, lacking, 'after', to);
    for (const [code, list] of found) registers.set(code, [...(registers.get(code) ?? []), ...list]);
    ended = new Set(lacking.filter((code) => !found.has(code)));
    if (lacking.includes('PP')) bounds.to = cellStart(found.get('PP')?.at(-1)?.ts ?? Infinity) + QUARTER_MS;
  }
  const intervals = await loadIntervals(client, meter, extent, range);
  if (meter.replaced) await addEarlier(client, meter.id, { from, to }, { registers, intervals, power });
  const { life, ratedPower, stepMs, gapShape, slipMs } = meter;
  const heard = { from: extent.first, to: extent.last };
  return {
    meter: { life, ratedPower, stepMs, gapShape, slipMs, heard, ended, ...bounds },
    registers,
    intervals,
    power,
    powerMinutes: minutes,
  };
}

const NOTHING: Loaded = { rows: [], minutes: [] };

/** What stands before the values in a row of `FoldCell`. */
const FIRST_VALUE = 3;

/** Tells each value of rows as a reading. */
function takeReadings(
  rows: readonly FoldCell[],
  codes: readonly string[],
  take: (code: string, reading: Reading) => void,
): void {
  for (const row of rows) {
    const [at, source, rank] = row;
    const ts = Math.round(at);
    for (let i = 0; i < codes.length; i++) {
      const value = row[FIRST_VALUE + i];
      if (value !== null && value !== undefined && !Number.isNaN(value))
        take(codes[i] as string, { ts, value, source, rank });
    }
  }
}

/** For each code the cell with the nearest reading before or after an instant (a border of cells). */
async function loadNeighbours(
  client: Queryable,
  { id: meterId, voids }: MeterRow,
  codes: readonly string[],
  side: 'before' | 'after',
  at: number,
): Promise<Map<string, Reading[]>> {
  if (codes.length === 0) return new Map();
  const taken = voids.filter((one) => one.kind === 'reading' && codes.includes(one.code));
  const rows = await loadFoldNeighbours(client, meterId, codes, side, at, taken);
  const found = new Map<string, Reading[]>();
  for (const { code, ts, source, rank, value } of rows) {
    const list = found.get(code) ?? [];
    list.push({ ts: Math.round(ts), source, rank, value });
    found.set(code, list);
  }
  return found;
}

async function loadIntervals(
  client: Queryable,
  { id: meterId, voids }: MeterRow,
  extent: Extent,
  range: Range,
): Promise<Map<string, Interval[]>> {
  const intervals = new Map<string, Interval[]>();
  if (extent.span === 0) return intervals;
  const { rows } = await client.query<[string, number, number, string, number, number]>({
    name: 'fold_interval',
    text: `select i.code, date_part('epoch', i.start_ts) * 1000 as start, date_part('epoch', i.end_ts) * 1000 as end, i.value::text,
             i.source, coalesce(s.rank, ${RANK.device})::integer
           from interval_energy i left join data_source s on s.id = i.source
           where i.meter_id = $1 and i.code = any($2::text[]) and i.start_ts > $3 and i.start_ts < $5
             and i.end_ts > $4 and (i.source = 0 or s.status = 1)`,
    values: [
      meterId,
      ENERGY_CODES,
      new Date(range.from - WINDOW_MS - extent.span - 1),
      new Date(range.from - WINDOW_MS),
      new Date(range.to + WINDOW_MS),
    ],
    rowMode: 'array',
  });
  for (const [code, start, end, value, source, rank] of rows) {
    const place = { from: Math.round(start), to: Math.round(end), source };
    if (voids.length > 0 && isVoid(voids, 'interval', code, place)) continue;
    const list = intervals.get(code) ?? [];
    list.push({ start: Math.round(start), end: Math.round(end), value, source, rank });
    intervals.set(code, list);
  }
  return intervals;
}

const isoOf = (ts: number): string => new Date(ts).toISOString();

/** What is at hand of a meter, by code. */
interface AtHand {
  readonly registers: Map<string, Reading[]>;
  readonly intervals: Map<string, Interval[]>;
  readonly power: Reading[];
}

/**
 * Adds to readings and intervals what their source said of the same before. `range` is what was read whole (ms); readings
 * next to it are asked one by one, as they may lie years away.
 */
async function addEarlier(
  client: Queryable,
  meterId: number,
  range: Range,
  { registers, intervals, power }: AtHand,
): Promise<void> {
  const codes = [...new Set([...registers.keys(), ...intervals.keys(), ...(power.length > 0 ? ['PZ'] : [])])];
  let { from, to } = range;
  for (const list of intervals.values()) {
    for (const { start, end } of list) {
      from = Math.min(from, start);
      to = Math.max(to, end);
    }
  }
  const beside = new Set<number>();
  for (const list of registers.values()) for (const { ts } of list) if (ts < from || ts > to) beside.add(ts);
  const { rows } = await client.query<{ code: string; ts: Date; start: Date; source: number; value: string }>(
    {
      name: 'fold_correction',
      text: `select code, ts, start_ts as start, source, value::text, received_at from correction
             where meter_id = $1 and code = any(string_to_array($2, ',')) and ts between $3 and $4
           union all select code, ts, start_ts, source, value::text, received_at from correction
             where meter_id = $1 and code = any(string_to_array($2, ',')) and ts = any(string_to_array($5, ',')::timestamptz[])
           order by received_at desc`,
      values: [meterId, codes.join(), new Date(from), new Date(to), Array.from(beside, isoOf).join()],
      each: ['integer', 'text', 'timestamptz', 'timestamptz', 'text'],
    },
  );
  if (rows.length === 0) return;
  const key = (code: string, start: number, end: number, source: number): string =>
    `${code} ${start} ${end} ${source}`;
  const earlier = new Map<string, string[]>();
  for (const { code, ts, start, source, value } of rows) {
    const place = key(code, start.getTime(), ts.getTime(), source);
    const values = earlier.get(place);
    if (values) values.push(value);
    else earlier.set(place, [value]);
  }
  const settle = (code: string, list: Reading[]): void =>
    list.forEach((reading, i) => {
      const values = earlier.get(key(code, reading.ts, reading.ts, reading.source));
      if (values) list[i] = { ...reading, earlier: values.map(Number) };
    });
  for (const [code, list] of registers) settle(code, list);
  settle('PZ', power);
  for (const [code, list] of intervals) {
    list.forEach((interval, i) => {
      const values = earlier.get(key(code, interval.start, interval.end, interval.source));
      if (values) list[i] = { ...interval, earlier: values };
    });
  }
}
