import { demandFacts } from '#domain/demand/fine.ts';
import { layer, type Piece } from '#domain/fold/layer.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import { extentOf } from '../extent.ts';
import { loadReach } from '../loadReach.ts';
import { meterFacts } from '../meterFacts.ts';
import { queryableOf } from '../queryable.ts';
import { visibleMeters } from './visible.ts';

/** The energies of a meter as they were measured, in the order of time, around an interval. */
export interface MeterPieces {
  /** By how much its window of demand moves, ms. */
  readonly slipMs: number;
  readonly forward: readonly Piece[];
  /** Null = it told no reverse energy there. */
  readonly reverse: readonly Piece[] | null;
}

/** What a meter measured in an interval (on the grid) and in the quarter of an hour around it; undefined outside the scope. */
export async function piecesOver(db: Db, meterId: number, range: Range): Promise<MeterPieces | undefined> {
  const [meter] = await visibleMeters(db, [meterId]);
  const extent = meter && (await extentOf(db, meterId));
  if (!extent) return undefined;
  const client = queryableOf(db);
  const { input, spans } = await loadReach(client, await meterFacts(client, meterId), extent, range);
  const reverse = spans.get('RP');
  return {
    slipMs: demandFacts(input.meter).slipMs,
    forward: layer(spans.get('PP') ?? []),
    reverse: reverse === undefined || reverse.length === 0 ? null : layer(reverse),
  };
}
