import { parseDecimal, ratioToMicro, times } from '#domain/decimal/decimal.ts';

/** A value of MeterValues as OCPP 1.6 has it (section 7.43); what it leaves out has the default of the specification. */
interface SampledValue {
  readonly value: string;
  readonly context?: string;
  readonly format?: string;
  readonly measurand?: string;
  readonly phase?: string;
  readonly location?: string;
  readonly unit?: string;
}

/** The values of an instant. */
export interface MeterValue {
  readonly timestamp: string;
  readonly sampledValue: readonly SampledValue[];
}

/** What a charger measured at an instant. */
export interface Measured {
  /** Millionths of a kWh, as the register of the connector stands. */
  readonly energy: bigint | null;
  /** kW. */
  readonly power: number | null;
  /** %. */
  readonly soc: number | null;
  /** By data code, in its unit. */
  readonly values: Readonly<Record<string, number>>;
}

const PHASES = new Map([['L1', 'A'], ['L2', 'B'], ['L3', 'C'], ['L1-N', 'A'], ['L2-N', 'B'], ['L3-N', 'C']]); // prettier-ignore

interface Measurand {
  /** Code of a value without phase. */
  readonly code?: string;
  /** Code of a phase before its letter. */
  readonly phased?: string;
  /** Where none is told. */
  readonly unit: string;
  /** What a value in a unit is multiplied by. */
  readonly units: Readonly<Record<string, string>>;
}

// What is looked up by words of a charger is a map: an object has words of its own.
const MEASURANDS: ReadonlyMap<string, Measurand> = new Map<string, Measurand>(
  Object.entries<Measurand>({
    'Energy.Active.Import.Register': { code: 'PP', unit: 'Wh', units: { Wh: '0.001', kWh: '1' } },
    'Energy.Active.Export.Register': { code: 'RP', unit: 'Wh', units: { Wh: '0.001', kWh: '1' } },
    'Power.Active.Import': { code: 'PZ', phased: 'P', unit: 'W', units: { W: '0.001', kW: '1' } },
    'Power.Factor': { code: 'FZ', unit: '', units: { '': '1' } },
    'Current.Import': { phased: 'I', unit: 'A', units: { A: '1' } },
    Voltage: { phased: 'U', unit: 'V', units: { V: '1' } },
    Frequency: { code: 'FR', unit: '', units: { '': '1' } },
    SoC: { code: 'SOC', unit: 'Percent', units: { Percent: '1' } },
  }),
);

const REGISTER = 'Energy.Active.Import.Register';
/** Some chargers write a double in full: 17 digits and more. Beyond millionths it is rounded. */
const PLAIN = /^[+-]?\d{1,15}(\.\d{1,40})?$/;

const REGISTERS: ReadonlySet<string> = new Set([REGISTER, 'Energy.Active.Export.Register']);
/** Where the vehicle is: what is told without a place was measured there (OCPP 1.6 section 7.43). */
const atOutlet = ({ location }: SampledValue): boolean => location === undefined || location === 'Outlet';

/**
 * The values of a connector: those of its outlet first. A register before the losses of the charger, as at its inlet, is none of
 * what a vehicle took.
 */
const ofConnector = (values: readonly SampledValue[]): SampledValue[] => [
  ...values.filter(atOutlet),
  ...values.filter((one) => !atOutlet(one) && !REGISTERS.has(one.measurand ?? REGISTER)),
];

/**
 * Reads the values of an instant. What is signed, of another measurand, in a unit that is none of its own, or no plain
 * number is left out; a power that is told by phases alone is their sum.
 * @param of the main meter tells what the charger as a whole takes, wherever it is measured
 */
export function readMeterValue(
  { sampledValue }: Pick<MeterValue, 'sampledValue'>,
  of: 'connector' | 'main' = 'connector',
): Measured {
  const values: Record<string, number> = {};
  let energy: bigint | null = null;
  for (const one of of === 'main' ? sampledValue : ofConnector(sampledValue)) {
    const measurand = one.measurand ?? REGISTER;
    const known = MEASURANDS.get(measurand);
    const unit = one.unit ?? known?.unit ?? '';
    const factor = known && Object.hasOwn(known.units, unit) ? known.units[unit] : undefined;
    if (!known || factor === undefined || one.format === 'SignedData' || !PLAIN.test(one.value)) continue;
    const exact = times(parseDecimal(one.value), parseDecimal(factor));
    const letter = one.phase === undefined ? '' : PHASES.get(one.phase);
    if (letter === undefined) continue;
    const code = letter === '' ? known.code : known.phased && known.phased + letter;
    if (code === undefined) continue;
    const micro = ratioToMicro(exact);
    values[code] ??= Number(micro) / 1e6;
    if (code === 'PP') energy ??= micro;
  }
  const phases = ['PA', 'PB', 'PC'].map((code) => values[code]);
  if (values['PZ'] === undefined && phases.some((value) => value !== undefined)) {
    const sum = phases.reduce<bigint>((all, value) => all + BigInt(Math.round((value ?? 0) * 1e6)), 0n);
    values['PZ'] = Number(sum) / 1e6;
  }
  return { energy, power: values['PZ'] ?? null, soc: percentOf(values['SOC']), values };
}

const percentOf = (value: number | undefined): number | null =>
  value !== undefined && value >= 0 && value <= 100 ? value : null;
