import { type BasicCharge, basicChargeOf } from '../tariff/basicCharge.ts';
import type { Fen } from '../tariff/money.ts';

/** A quarter of an hour at the supply, millionths of kWh. */
export interface SupplyQuarter {
  readonly ts: number;
  readonly bought: bigint;
  readonly fedIn: bigint;
  readonly charged: bigint;
  readonly discharged: bigint;
}

/** The highest demand of quarters, millionths of kW, and where it was. */
interface Peak {
  readonly demand: bigint;
  readonly ts: number;
}

/** What the battery did to the highest demand: as it was, and as it would have been without it. */
export interface DemandProof {
  readonly actual: Peak;
  readonly without: Peak;
}

const higher = (best: Peak | null, demand: bigint, ts: number): Peak =>
  best && (best.demand > demand || (best.demand === demand && best.ts <= ts)) ? best : { demand, ts };

/**
 * The highest demand with and without the battery, of blocks of a quarter of an hour of which both meters are fully
 * known; null where there is none.
 */
export function demandProofOf(quarters: Iterable<SupplyQuarter>): DemandProof | null {
  let [actual, without]: [Peak | null, Peak | null] = [null, null];
  for (const { ts, bought, fedIn, charged, discharged } of quarters) {
    const alone = bought - fedIn + discharged - charged;
    actual = higher(actual, bought * 4n, ts);
    without = higher(without, (alone > 0n ? alone : 0n) * 4n, ts);
  }
  return actual && without ? { actual, without } : null;
}

/** How much less the basic charge is by the battery (fen); below zero where it raised the demand. */
export function demandSaved(proof: DemandProof, chargeAt: (demand: bigint) => BasicCharge): Fen {
  const cost = (demand: bigint): Fen =>
    basicChargeOf(chargeAt(demand)).reduce((sum, line) => sum + line.amount, 0n);
  return cost(proof.without.demand) - cost(proof.actual.demand);
}
