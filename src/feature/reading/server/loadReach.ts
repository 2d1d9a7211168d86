import { FLAG } from '#contract/usageFlag.ts';
import { COURSE_MS } from '#domain/fold/courseReach.ts';
import { type MeterInput, reachOf, spansOf, zoneOfChange } from '#domain/fold/fold.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Span } from '#domain/fold/span.ts';
import { QUARTER_MS } from '#domain/time/bucket.ts';
import { type Extent, loadInput } from './loadInput.ts';
import type { MeterRow } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';

/** No local day is longer. */
const DAY_MS = 25 * 3_600_000;
/** Margin around a change within which its neighbours usually lie. */
const MARGIN_MS = 3_600_000;

/** All that a change reaches: what it is computed from, and the quarters to write. */
export interface Reach {
  readonly input: MeterInput;
  readonly spans: Map<string, Span[]>;
  readonly out: Range;
}

/** Loads until all that the change reaches is at hand. */
export async function loadReach(
  client: Queryable,
  meter: MeterRow,
  extent: Extent,
  change: Range,
): Promise<Reach> {
  const odd = await isOdd(client, meter.id, change);
  const judged = odd ? await judgedAround(client, meter.id, change) : undefined;
  const margin = odd ? COURSE_MS + MARGIN_MS : MARGIN_MS;
  let range = { from: change.from - margin, to: change.to + margin };
  for (;;) {
    const input = await loadInput(client, meter, extent, range);
    const zone = zoneOfChange(input.meter, change);
    const spans = spansOf(input);
    const { out, need } = reachOf(input, spans, change, judged);
    const from = Math.min(range.from, need.from, zone.from);
    const to = Math.max(range.to, need.to, zone.to);
    if (from === range.from && to === range.to) return { input, spans, out };
    range = { from, to };
  }
}

/** What falls of a register leave on the figures around them. */
const ODD = FLAG.reset | FLAG.suspect | FLAG.noise | FLAG.rollover | FLAG.conflict;

/** Whether a register fell so near that a change may alter what its fall is. */
async function isOdd(client: Queryable, meterId: number, { from, to }: Range): Promise<boolean> {
  const { rows } = await client.query({
    name: 'fold_odd',
    text: `select from usage where meter_id = $1 and level = 3 and ts > $2 and ts < $3 and flags & ${ODD} <> 0 limit 1`,
    values: [meterId, new Date(from - COURSE_MS - DAY_MS), new Date(to + COURSE_MS)],
  });
  return rows.length > 0;
}

/** The quarters of an hour around a change that verdicts on falls have shaped so far. */
async function judgedAround(
  client: Queryable,
  meterId: number,
  { from, to }: Range,
): Promise<Range | undefined> {
  const { rows } = await client.query<{ first: Date | null; last: Date | null }>({
    name: 'fold_judged',
    text: `select min(ts) as first, max(ts) as last from usage
           where meter_id = $1 and level = 1 and ts > $2 and ts < $3 and flags & ${ODD} <> 0`,
    values: [meterId, new Date(from - COURSE_MS), new Date(to + COURSE_MS)],
  });
  const { first, last } = rows[0] ?? {};
  return first && last ? { from: first.getTime(), to: last.getTime() + QUARTER_MS } : undefined;
}
