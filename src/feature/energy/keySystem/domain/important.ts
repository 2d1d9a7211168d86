import { ENERGY, energyTypeOf } from '#contract/energyType.ts';

/** 1 air conditioning, 2 air compression. */
export type SystemType = '1' | '2';

/** Energy types of what a system gives. */
export type OutputType = string;

const MJ_PER_KWH = 3.6;

/** Cold or heat in kWh: cooling and heat supply come in MJ, thermal power in GJ; null for what is neither. */
export function thermalKwh(output: number, dataType: OutputType): number | null {
  const { unit } = energyTypeOf(dataType);
  if (unit === 'MJ') return output / MJ_PER_KWH;
  return unit === 'GJ' ? (output * 1000) / MJ_PER_KWH : null;
}

/** An output in the unit of another energy type; null where the two are of different kinds. */
export function outputIn(output: number, dataType: OutputType, wanted: OutputType): number | null {
  if (energyTypeOf(wanted).unit === energyTypeOf(dataType).unit) return output;
  const [kwh, one] = [thermalKwh(output, dataType), thermalKwh(1, wanted)];
  return kwh === null || one === null ? null : kwh / one;
}

/**
 * Efficiency of an interval from what went in (kWh) and what came out (the unit of its energy type).
 * Air conditioning: COP, kWh of cold for a kWh. Air compression: specific power, kW for each m³/min.
 * Null where nothing went in or came out, or the output is of another kind.
 */
export function efficiencyOf(
  type: SystemType,
  energy: number | null,
  output: number | null,
  dataType: OutputType,
): number | null {
  if (energy === null || output === null || energy <= 0 || output <= 0) return null;
  if (type === '2') return dataType === ENERGY.compressedAir ? (energy * 60) / output : null;
  const cold = thermalKwh(output, dataType);
  return cold === null ? null : cold / energy;
}

/** A point of an important analysis: PP is the energy of its interval, kWh. */
export interface ImportantPoint {
  readonly PP: number | null;
  readonly hours: number;
}

/**
 * The rule of the specification (section 4): a PP of 0 that no point with PP follows is taken away (the system stands
 * still), and where a least power is given, only points above it are kept (kW, the mean of their time).
 */
export function strip<P extends ImportantPoint>(points: readonly P[], minPower: number | null): P[] {
  return points
    .map((point, i) => (point.PP === 0 && !points[i + 1]?.PP ? { ...point, PP: null } : point))
    .filter(({ PP, hours }) => minPower === null || (PP !== null && PP / hours > minPower));
}
