import { microToNumber, numberToMicro, roundDiv } from '#domain/decimal/decimal.ts';

/** Whether a value can be a state of charge, %: a register at its end (6553.5) tells none. */
export const isSoc = (value: number): boolean => value >= 0 && value <= 100;

/** A state of charge as a device told it, %; null where it told none that can be. */
export const socTold = (value: number | null | undefined): number | null =>
  value == null || !isSoc(value) ? null : value;

/** A battery among several: its state of charge (%) and what it holds (kWh); null = not known. */
interface SocPart {
  readonly soc: number | null;
  readonly ratedEnergy: number | null;
}

/**
 * The state of charge of several batteries together, %, each by what it can hold, to the millionth. Null where one of them is
 * not known, or what it holds is not and there are others.
 */
export function jointSoc(parts: readonly SocPart[]): number | null {
  const [only] = parts;
  if (!only) return null;
  if (parts.length === 1) return only.soc;
  let [held, rated] = [0n, 0n];
  for (const { soc, ratedEnergy } of parts) {
    if (soc === null || ratedEnergy === null || ratedEnergy <= 0) return null;
    const weight = numberToMicro(ratedEnergy);
    held += numberToMicro(soc) * weight;
    rated += weight;
  }
  return microToNumber(roundDiv(held, rated));
}
