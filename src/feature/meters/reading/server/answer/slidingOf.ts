import type { Text } from '#contract/text.ts';
import { microToNumber, microToText } from '#domain/decimal/decimal.ts';
import { demandFacts } from '#domain/demand/fine.ts';
import { WINDOW_MS, demandIn } from '#domain/demand/window.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import { layer } from '#domain/fold/layer.ts';
import { powerOf } from '#domain/fold/fold.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { SlidingPart } from '../../contract.ts';
import type { Extent } from '../loadInput.ts';
import { loadReach } from '../loadReach.ts';
import type { MeterRow } from '../meterFacts.ts';
import type { Queryable } from '../queryable.ts';

/** The window of the highest sliding demand of a bucket, and what tells it; null where none is above its quarters. */
export async function slidingOf(
  client: Queryable,
  meter: MeterRow,
  extent: Extent | undefined,
  bucket: Bucket | undefined,
): Promise<SlidingPart | null> {
  if (bucket?.sd == null || bucket.sdAt === null || !extent) return null;
  const to = bucket.sdAt;
  const start = Math.ceil(to / QUARTER_MS) * QUARTER_MS - QUARTER_MS;
  const quarter = { from: start, to: start + QUARTER_MS };
  const { input, spans } = await loadReach(client, meter, extent, { from: to - WINDOW_MS, to });
  const pieces = layer(spans.get('PP') ?? []);
  const found = demandIn(pieces, powerOf(input), demandFacts(input.meter), quarter).get(start);
  return {
    value: microToNumber(bucket.sd),
    from: to - WINDOW_MS,
    to,
    text: found?.basis === 'power' ? BY_POWER : byRegisters(bucket.sd),
  };
}

const BY_POWER: Text = {
  zh: '15 个每分钟功率读数的平均',
  en: 'the mean of fifteen readings of power, one a minute',
};

const byRegisters = (demand: bigint): Text => {
  const energy = microToText(demand / 4n);
  return { zh: `15 分钟表底差 ${energy} × 4`, en: `registers of 15 minutes: ${energy} × 4` };
};
