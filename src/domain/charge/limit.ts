import { numberToMicro } from '../decimal/decimal.ts';
import { DAY_MS, HOUR_MS_EXACT } from '../time/duration.ts';

/** A charger gives a little more than its plate says, in tenths of it. */
const TOLERANCE_TENTHS = 11n;
/** Registers are rounded: a tenth of a kWh, in millionths. */
const SLACK = 100_000n;
/** No vehicle charges for longer. */
export const LONGEST_SESSION_MS = 7 * DAY_MS;

/**
 * The most that a charger gives in a time: more is no energy of a session, whether a charger tells it or a person enters it.
 * @param ratedPower kW @param lengthMs whole ms; a week at most counts
 * @returns millionths of a kWh
 */
export function mostEnergyOf(ratedPower: number, lengthMs: number): bigint {
  const length = BigInt(Math.min(Math.max(lengthMs, 0), LONGEST_SESSION_MS));
  return (numberToMicro(ratedPower) * length * TOLERANCE_TENTHS) / (10n * HOUR_MS_EXACT) + SLACK;
}
