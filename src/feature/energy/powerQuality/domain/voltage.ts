import type { Standard, VoltageLevel } from '#feature/energy/analysisStandard/contract.ts';

/** Nominal line voltage and allowed deviation in percent of a level (GB/T 12325; domain notes 5.1). */
const LEVELS: Readonly<Record<VoltageLevel, { line: number; upper: number; lower: number }>> = {
  // 220 V is a phase voltage: its line voltage is that of the 380 V network.
  '1': { line: 380, upper: 7, lower: 10 },
  '2': { line: 380, upper: 7, lower: 7 },
  '3': { line: 6_000, upper: 7, lower: 7 },
  '4': { line: 10_000, upper: 7, lower: 7 },
  // Both deviations together may be 10 percent: five each way unless a person says otherwise.
  '5': { line: 35_000, upper: 5, lower: 5 },
};

/** At 35 kV and above both deviations together may be so many percent. */
export const MOST_TOGETHER = 10;

/** Line voltages that are recognised by what a meter tells. */
const KNOWN_LINES = [380, 6_000, 10_000, 35_000, 110_000, 220_000];

/** What voltages are held against: percent and volts of what the meter tells (phase or line voltages). */
export interface VoltageBand {
  readonly level: VoltageLevel;
  /** Nominal line voltage, V. */
  readonly line: number;
  /** The nominal of what is told: the line voltage or its phase voltage. */
  readonly nominal: number;
  readonly upper: number;
  readonly lower: number;
  readonly top: number;
  readonly floor: number;
  /** Nobody has set it: it was recognised by the voltages. */
  readonly recognised: boolean;
}

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b));

/** 220 V phases of a 380 V network, whose phase voltage is 219.4 V, are told as 220. */
const phaseOf = (line: number): number => (line === 380 ? 220 : line / Math.sqrt(3));

const levelOf = (line: number): VoltageLevel =>
  line < 1000 ? '2' : line < 8000 ? '3' : line < 20_000 ? '4' : '5';

/**
 * The band of a meter whose voltages lie around `median`. Where no level is set, the network is the one whose phase or
 * line voltage is nearest.
 */
export function voltageBand(standard: Standard, median: number): VoltageBand {
  const lines =
    standard.voltageNominal !== null
      ? [standard.voltageNominal]
      : standard.voltageLevel !== null && standard.voltageLevel !== '5'
        ? [LEVELS[standard.voltageLevel].line]
        : standard.voltageLevel === '5'
          ? KNOWN_LINES.filter((line) => line >= 35_000)
          : KNOWN_LINES;
  const [best] = lines
    .flatMap((line) => [
      { line, nominal: phaseOf(line) },
      { line, nominal: line },
    ])
    .toSorted((a, b) => distance(a.nominal, median) - distance(b.nominal, median));
  const { line, nominal } = best ?? { line: 380, nominal: 220 };
  const level = standard.voltageLevel ?? levelOf(line);
  const upper = standard.voltageUpper ?? LEVELS[level].upper;
  const lower = standard.voltageLower ?? LEVELS[level].lower;
  return {
    level,
    line,
    nominal,
    upper,
    lower,
    top: nominal * (1 + upper / 100),
    floor: nominal * (1 - lower / 100),
    recognised: standard.voltageLevel === null && standard.voltageNominal === null,
  };
}
