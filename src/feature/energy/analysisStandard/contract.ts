/** What a person holds an object against; null = nothing of its own. */
export interface Standard {
  /** Lines of demand, kW (other energies: their unit per hour). */
  readonly demandStandard: number | null;
  readonly demandMax: number | null;
  readonly demandSecond: number | null;
  /** 1 220 V, 2 380 V, 3 6 kV, 4 10 kV, 5 35 kV and above. */
  readonly voltageLevel: VoltageLevel | null;
  /** Line voltage, V. */
  readonly voltageNominal: number | null;
  /** Percent of the nominal voltage. */
  readonly voltageUpper: number | null;
  readonly voltageLower: number | null;
  /** A */
  readonly currentLimit: number | null;
  /** Least power factor, 0 to 1. */
  readonly powerStandard: number | null;
  /** Highest unbalance of the phase voltages, percent. */
  readonly balanceStandard: number | null;
}

export type VoltageLevel = '1' | '2' | '3' | '4' | '5';
