import { WINDOW_MS } from '#domain/demand/window.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { COURSE_MS } from '#domain/fold/courseReach.ts';
import { type MeterInput, reachOf, spansOf, zoneOfChange } from '#domain/fold/fold.ts';
import { onGrid, type Range } from '#domain/fold/reach.ts';
import type { Span } from '#domain/fold/span.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { LoadReadings } from './keptReadings.ts';
import { type Extent, loadInput, marginOf } from './loadInput.ts';
import type { MeterRow } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';

/** No local day is longer. */
const LONGEST_DAY_MS = 25 * HOUR_MS;

/** All that a change reaches: what it is computed from, and the quarters to write. */
export interface Reach {
  readonly input: MeterInput;
  readonly spans: Map<string, Span[]>;
  readonly out: Range;
}

/**
 * Loads until all that the change reaches is at hand.
 * @param changed the codes whose values came, went or differ; undefined = any of them
 * @param load how readings in a range are read
 */
export async function loadReach(
  client: Queryable,
  meter: MeterRow,
  extent: Extent,
  change: Range,
  changed?: ReadonlySet<string>,
  load?: LoadReadings,
): Promise<Reach> {
  let looked = around(change, marginOf(meter));
  let { abnormal, assessed } = await verdictsNear(client, meter.id, looked);
  // Quarters are written whole, with the windows of demand that begin before them and the readings next to them. What is more
  // than a change needs is read with every value that comes.
  const beside = Math.min(Math.max(WINDOW_MS, meter.stepMs), HOUR_MS);
  const quarters = around(onGrid(zoneOfChange(meter, change)), beside);
  let range = hull(abnormal ? around(looked, COURSE_MS) : looked, quarters);
  for (;;) {
    const input = await loadInput(client, meter, extent, range, load);
    // A verdict beside the change skipped readings up to the next good one, counted from the readings next to it.
    const near = hull(looked, betweenReadings(input, change, changed));
    if (near.from < looked.from || near.to > looked.to) {
      looked = near;
      ({ abnormal, assessed } = await verdictsNear(client, meter.id, looked));
      if (abnormal) range = hull(range, around(looked, COURSE_MS));
      continue;
    }
    const zone = zoneOfChange(input.meter, change);
    const spans = spansOf(input);
    const { out, need } = reachOf(input, spans, change, assessed, changed);
    const from = Math.min(range.from, need.from, zone.from);
    const to = Math.max(range.to, need.to, zone.to);
    if (from === range.from && to === range.to) return { input, spans, out };
    range = { from, to };
  }
}

const around = ({ from, to }: Range, by: number): Range => ({ from: from - by, to: to + by });
const hull = (a: Range, b: Range): Range => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });

/** A range widened to the readings of each register that changed which are next to it on both sides. */
function betweenReadings(
  { registers }: MeterInput,
  { from, to }: Range,
  changed?: ReadonlySet<string>,
): Range {
  const near = { from, to };
  for (const [code, readings] of registers) {
    if (changed && !changed.has(code)) continue;
    near.from = Math.min(near.from, readings.findLast((reading) => reading.ts < from)?.ts ?? from);
    near.to = Math.max(near.to, readings.find((reading) => reading.ts > to)?.ts ?? to);
  }
  return near;
}

/** Whether a register fell near an interval, and the quarters that verdicts on falls have shaped there so far. */
async function verdictsNear(
  client: Queryable,
  meterId: number,
  near: Range,
): Promise<{ abnormal: boolean; assessed: Range | undefined }> {
  const abnormal = await isAbnormal(client, meterId, near);
  return { abnormal, assessed: abnormal ? await assessedAround(client, meterId, near) : undefined };
}

const RANGE_OF_METER = ['integer', 'timestamptz', 'timestamptz'];

/** What falls of a register leave on the figures around them. */
const ODD = FLAG.reset | FLAG.suspect | FLAG.noise | FLAG.rollover | FLAG.conflict;

/** Whether a register fell so near that a change may alter what its fall is. */
async function isAbnormal(client: Queryable, meterId: number, { from, to }: Range): Promise<boolean> {
  const { rows } = await client.query({
    name: 'fold_odd',
    text: `select from usage where meter_id = $1 and level = 3 and ts > $2 and ts < $3 and flags & ${ODD} <> 0 limit 1`,
    values: [meterId, new Date(from - COURSE_MS - LONGEST_DAY_MS), new Date(to + COURSE_MS)],
    each: RANGE_OF_METER,
  });
  return rows.length > 0;
}

/** The quarters of an hour around a change that verdicts on falls have shaped so far. */
async function assessedAround(
  client: Queryable,
  meterId: number,
  { from, to }: Range,
): Promise<Range | undefined> {
  const { rows } = await client.query<{ first: Date | null; last: Date | null }>({
    name: 'fold_judged',
    text: `select min(ts) as first, max(ts) as last from usage_in($1, 1, $2, $3)
           where ts > $2 and flags & ${ODD} <> 0`,
    values: [meterId, new Date(from - COURSE_MS), new Date(to + COURSE_MS)],
    each: RANGE_OF_METER,
  });
  const { first, last } = rows[0] ?? {};
  return first && last ? { from: first.getTime(), to: last.getTime() + QUARTER_MS } : undefined;
}
