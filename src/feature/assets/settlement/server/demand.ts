import { sql } from 'kysely';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Counting } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { demandSaved, type DemandProof } from '#domain/storage/demand.ts';
import { discounted } from '#domain/tariff/basicCharge.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { dateAt } from '#domain/time/text.ts';
import { usedWellAt } from '#feature/money/bill/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DemandSaving, DoubtReason } from '../contract.ts';
import { type Quarter, within } from '../domain/quarters.ts';
import type { SettledAsset } from '../domain/settleAsset.ts';
import { leftOutOf, proofOf } from '../domain/supply.ts';
import type { SiteAssets, Station } from './asset.ts';
import { slidingProof } from './demandProof.ts';
import { chargeAt, demandTermsOf, type SiteTariff } from './tariff.ts';

/** What the demand that a battery saved is worked out of. */
interface Known {
  readonly site: SiteAssets;
  readonly tariff: SiteTariff;
  readonly quartersOf: (meterId: number) => readonly Quarter[];
  readonly countingOf: (meterId: number) => Counting;
  readonly now: number;
  /** Up to when readings may be expected. */
  readonly until: number;
}

interface Saved {
  readonly fen: bigint;
  readonly told: DemandSaving;
}

type Doubt = SettledAsset['doubts'][number];

/** What a battery saved of the demand of months, and what makes it uncertain. */
export interface Demand {
  readonly saved: readonly Saved[];
  readonly doubts: readonly Doubt[];
}

export const NO_DEMAND: Demand = { saved: [], doubts: [] };

const BLOCK = 15;

/** Minutes by which the window of a supply slides: blocks where they were agreed or the meter has them, else as the meter does. */
async function slipOf(trx: Db, meterId: number, agreed: string | null): Promise<number> {
  if (agreed === String(BLOCK)) return BLOCK;
  const { rows } = await sql<{
    slip: string;
  }>`select demand_slip as slip from ammeter where id = ${meterId}`.execute(trx);
  return Number(rows[0]?.slip ?? BLOCK);
}

/** Doubts of several months, one of each reason. */
export function together(doubts: readonly Doubt[]): Doubt[] {
  const found = new Map<DoubtReason, Doubt>();
  for (const { reason, quarters, from, to } of doubts) {
    const one = found.get(reason) ?? { reason, quarters: 0, from, to };
    found.set(reason, {
      reason,
      quarters: one.quarters + quarters,
      from: Math.min(one.from, from),
      to: Math.max(one.to, to),
    });
  }
  return [...found.values()];
}

/** What a battery saved of the demand of a month whose scheme charges demand. */
export async function demandOf(trx: Db, known: Known, station: Station, month: Range): Promise<Demand> {
  const { site, tariff, quartersOf, countingOf, now, until } = known;
  const { id, account, gridMeterId, meterId, until: ended } = station;
  const { from, to } = month;
  const holding = gridMeterId === null ? undefined : tariff.holding(account, to - 1);
  const terms = holding && (await demandTermsOf(trx, holding, dateAt(site.zone, to - 1)));
  if (!terms || gridMeterId === null) return NO_DEMAND;
  // A window at the beginning of the month touches the quarter before.
  const around = { from: from - QUARTER_MS, to };
  const quartersIn = (id: number) => within(quartersOf(id), around);
  const grid = { meterId: gridMeterId, quarters: quartersIn(gridMeterId), counting: countingOf(gridMeterId) };
  const battery = { meterId, quarters: quartersIn(meterId), until: ended };
  const slip = await slipOf(trx, gridMeterId, terms.slip);
  const proof: DemandProof | null =
    slip === BLOCK
      ? proofOf(grid.quarters, battery.quarters, month)
      : await slidingProof(trx, grid, battery, month);
  const gaps = leftOutOf(grid, battery.quarters, { from, to: Math.min(to, until) }, slip !== BLOCK);
  if (!proof) return { saved: [], doubts: gaps };
  const well = terms.discount && (await usedWellAt(trx, terms.discount, to - 1, now));
  const price = well ? discounted(terms.price) : terms.price;
  const fen = demandSaved(proof, chargeAt({ ...terms, price }));
  const told: DemandSaving = {
    stationId: id,
    ammeterId: gridMeterId,
    from,
    to,
    actual: microToNumber(proof.actual.demand),
    actualAt: proof.actual.ts,
    without: microToNumber(proof.without.demand),
    withoutAt: proof.without.ts,
    slip,
    price: microToNumber(price),
    amount: yuanOf(fen),
  };
  const all = (reason: DoubtReason): Doubt => ({ reason, quarters: Math.round((to - from) / QUARTER_MS), from, to }); // prettier-ignore
  const doubts = [
    ...gaps,
    ...(terms.discount && well === null ? [all('noCapacity')] : []),
    ...(isShared(site, station, month) ? [all('sharedSupply')] : []),
  ];
  return { saved: [{ fen, told }], doubts };
}

/** Whether another battery was behind the same supply in a month. */
const isShared = ({ stations }: SiteAssets, { id, gridMeterId }: Station, { from }: Range): boolean =>
  stations.some((other) => other.id !== id && other.gridMeterId === gridMeterId && other.until > from);
