import type { Verdict } from '../contract.ts';

/** What a meter counted over a period. */
export interface Counted {
  readonly meterId: number;
  /** Millionths; null where nothing is known. */
  readonly energy: bigint | null;
  /** Limit of its error in percent, from its accuracy class. */
  readonly limit: number;
}

/** The balance of a meter with those right below it. */
export interface Balance {
  /** Millionths. */
  readonly below: bigint | null;
  readonly rest: bigint | null;
  /** The imbalance as a share of what goes in; null where nothing goes in. */
  readonly share: number | null;
  /** Expanded uncertainty of the imbalance (k = 2), in the unit of the energy. */
  readonly uncertainty: number | null;
  readonly verdict: Verdict;
}

const MILLION = 1e6;

/**
 * Balance of a node: what its meter counted less what those below counted, and how far the errors that their classes
 * allow may shift it. A class is a limit within which errors are distributed evenly (GUM 4.3.7: u = limit / √3),
 * the meters err independently, and the uncertainty told is twice the combined one.
 */
export function balanceOf(own: Counted, children: readonly Counted[]): Balance {
  const known = children.flatMap((one) => one.energy ?? []);
  const below =
    known.length === children.length && known.length > 0 ? known.reduce((a, b) => a + b, 0n) : null;
  if (own.energy === null || below === null)
    return { below, rest: null, share: null, uncertainty: null, verdict: 'open' };
  const rest = own.energy - below;
  const squares = [own, ...children].map(({ energy, limit }) => {
    const u = ((Number(energy ?? 0n) / MILLION) * limit) / 100 / Math.sqrt(3);
    return u * u;
  });
  const uncertainty = 2 * Math.sqrt(squares.reduce((a, b) => a + b, 0));
  const amount = Number(rest) / MILLION;
  return {
    below,
    rest,
    share: own.energy === 0n ? null : Number(rest) / Number(own.energy),
    uncertainty,
    verdict: Math.abs(amount) <= uncertainty ? 'even' : amount > 0 ? 'loss' : 'negative',
  };
}
