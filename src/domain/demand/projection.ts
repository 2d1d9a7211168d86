import { HOUR_MS_EXACT } from '../time/duration.ts';

/** What is known of a running window of demand; energies in millionths of kWh, powers in millionths of kW. */
export interface RunningWindow {
  readonly from: number;
  readonly to: number;
  /** Up to here its energy is known, ms. */
  readonly knownTo: number;
  readonly energy: bigint;
  /** The power that is taken to go on. */
  readonly power: bigint;
}

/** How a window will end if nothing changes, and what keeps it below a limit. */
export interface Projection {
  /** The demand of the whole window, millionths of kW. */
  readonly end: bigint;
  /** By how much the power must fall until the end of the window; 0 = not at all. Millionths of kW, rounded up. */
  readonly shed: bigint;
  /** From when to when, ms. */
  readonly from: number;
  readonly to: number;
  /** False where even no power at all would not keep the limit. */
  readonly possible: boolean;
}

const up = (n: bigint, d: bigint): bigint => (n > 0n ? (n + d - 1n) / d : n / d);

/**
 * Projects the mean power of a window: what is known, and the present power for the rest. To shed is what lies
 * between that power and the one whose energy just fills what the limit still allows.
 */
export function projectDemand(
  { from, to, knownTo, energy, power }: RunningWindow,
  limit: bigint,
): Projection {
  const length = BigInt(to - from);
  const start = Math.min(Math.max(knownTo, from), to);
  const rest = BigInt(to - start);
  const end = ((energy + (power * rest) / HOUR_MS_EXACT) * HOUR_MS_EXACT) / length;
  const span = { from: start, to };
  if (end <= limit || rest === 0n) return { end, shed: 0n, ...span, possible: end <= limit };
  // Energy that the limit still allows, over what is left.
  const allowed = (limit * length) / HOUR_MS_EXACT - energy;
  const shed = up(power * rest - allowed * HOUR_MS_EXACT, rest);
  return { end, shed: shed > power ? power : shed, ...span, possible: allowed >= 0n };
}
