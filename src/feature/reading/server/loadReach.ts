import { type MeterInput, reachOf, spansOf, zoneOfChange } from '#domain/fold/fold.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Span } from '#domain/fold/span.ts';
import { type Extent, loadInput } from './loadInput.ts';
import type { MeterRow } from './meterFacts.ts';
import type { Queryable } from './queryable.ts';

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
  let range = { from: change.from - MARGIN_MS, to: change.to + MARGIN_MS };
  for (;;) {
    const input = await loadInput(client, meter, extent, range);
    const zone = zoneOfChange(input.meter, change);
    const spans = spansOf(input);
    const { out, need } = reachOf(input, spans, change);
    const from = Math.min(range.from, need.from, zone.from);
    const to = Math.max(range.to, need.to, zone.to);
    if (from === range.from && to === range.to) return { input, spans, out };
    range = { from, to };
  }
}
