import type { Segment } from '#domain/ledger/segment.ts';
import { meterFacts, queryableOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { LifeSegment } from '../contract.ts';

/** What the ledger says of a meter's life in an interval. */
export async function lifeIn(trx: Db, meterId: number, from: number, to: number): Promise<LifeSegment[]> {
  const { life } = await meterFacts(queryableOf(trx), meterId);
  return life.filter((segment) => segment.from < to && segment.to > from).map(toSegment);
}

const finite = (t: number): number | null => (Number.isFinite(t) ? t : null);

const toSegment = ({ id, from, to, serial, multiplier, correctionFactor, kind }: Segment): LifeSegment => ({
  id,
  from: finite(from),
  to: finite(to),
  serial,
  multiplier,
  correctionFactor,
  kind,
});
