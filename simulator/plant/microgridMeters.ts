import { QUARTER_MS } from '#domain/time/duration.ts';
import { BATTERY, INVERTERS, microgridAt, type MicrogridQuarter } from './microgrid.ts';
import { drift, noise } from './noise.ts';
import type { Source } from './plant.ts';

/** What its gateway names as the plant. */
export const MICROGRID = 'microgrid';

/** A meter of the microgrid beside those of the campus's tree. */
export interface MicrogridMeter {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  /** kW */
  readonly ratedPower?: number;
  /** It measures no energy: a logger of the weather. */
  readonly logger?: true;
}

export const MICROGRID_METERS: readonly MicrogridMeter[] = [
  { code: 'B-01', name: '储能关口表', nameEn: 'Station meter of the battery', ratedPower: 100 },
  { code: 'B-02', name: '1# PCS', nameEn: 'PCS 1', ratedPower: 100 },
  { code: 'B-03', name: '1# 电池簇', nameEn: 'Battery cluster 1', ratedPower: 100 },
  { code: 'V-01', name: '光伏发电表', nameEn: 'Generation of the roof', ratedPower: 160 },
  ...INVERTERS.map(({ code, kwp }, i) => ({
    code,
    name: `${i + 1}# 逆变器`,
    nameEn: `Inverter ${i + 1}`,
    ratedPower: kwp,
  })),
  { code: 'R-01', name: '屋面辐照仪', nameEn: 'Irradiance of the roof', logger: true },
];

type Values = Record<string, number>;

/** Energies of a meter in a quarter, hundredths of kWh: forward, and in reverse where it counts both. */
function energiesOf(code: string, quarter: MicrogridQuarter): readonly [number, number?] {
  switch (code) {
    case 'B-01':
      return [quarter.charged, quarter.discharged];
    case 'B-02':
      return [quarter.acCharged, quarter.acDischarged];
    case 'B-03':
      return [quarter.dcCharged, quarter.dcDischarged];
    case 'V-01':
      return [quarter.pv.reduce((sum, one) => sum + one, 0)];
    default:
      return [quarter.pv[INVERTERS.findIndex((one) => one.code === code)] ?? 0];
  }
}

const CELLS = 230;
const round = (value: number, by: number): number => Math.round(value * by) / by;

/** What the cells tell: voltages, temperatures, the DC side. */
function cellsAt(at: number, quarter: MicrogridQuarter, power: number): Values {
  const day = Math.floor(at / 86_400_000);
  const mean = 3.2 + 0.14 * (quarter.soc / 100) + (power > 0 ? 0.03 : power < 0 ? -0.03 : 0);
  // In some weeks a cell drifts away from the others.
  const spread = 0.012 + 0.01 * drift(611, at / 7_200_000) + (day % 40 < 6 ? 0.03 : 0);
  const heat = 24 + 4 * drift(612, at / 10_800_000) + Math.abs(power) * 0.06;
  const voltage = mean * CELLS;
  return {
    SOC: quarter.soc,
    SOH: round(98.6 - ((day - 20_000) % 400) * 0.004, 10),
    BVX: round(mean + spread / 2, 1000),
    BVN: round(mean - spread / 2, 1000),
    BTX: round(heat + 1.4, 10),
    BTN: round(heat - 1.1 - 0.6 * noise(613, Math.floor(at / QUARTER_MS)), 10),
    DCV: round(voltage, 10),
    DCI: round((power * 1000) / voltage, 100),
    DCP: round(power, 100),
  };
}

/**
 * The microgrid with its meters: what stands on each register at every instant since its start. Energies are whole
 * hundredths of kWh, and flow evenly within a quarter of an hour.
 */
export class Microgrid implements Source {
  readonly design = { code: MICROGRID };
  /** Start of its history, ms, on the quarter of an hour. */
  readonly from: number;
  readonly #totals = new Map<string, { readonly forward: number[]; readonly reverse: number[] }>();

  constructor(from: number) {
    this.from = Math.floor(from / QUARTER_MS) * QUARTER_MS;
    for (const { code, logger } of MICROGRID_METERS)
      if (!logger) this.#totals.set(code, { forward: [0], reverse: [0] });
  }

  /** What a reading of a meter at an instant holds, by data code. */
  reading(code: string, at: number): Values {
    const quarter = microgridAt(at);
    if (code === 'R-01') return { IRR: quarter.irradiance, TM: quarter.moduleTemperature };
    const place = Math.floor((at - this.from) / QUARTER_MS);
    const share = (at - this.from) / QUARTER_MS - place;
    const [forward, reverse] = energiesOf(code, quarter);
    const power = (forward - (reverse ?? 0)) / 25;
    const values: Values = {
      PP: this.#register(code, 'forward', place, share, forward),
      ...(reverse === undefined ? {} : { RP: this.#register(code, 'reverse', place, share, reverse) }),
      PZ: round(power, 100),
    };
    if (code === 'B-01')
      return {
        ...values,
        SPZ: quarter.setPoint,
        SOC: quarter.soc,
        SOH: cellsAt(at, quarter, power)['SOH'] ?? 0,
      };
    if (code === 'B-02') return { ...values, DCP: round(power * (power > 0 ? BATTERY.converter : 1 / BATTERY.converter), 100), PST: power === 0 ? 1 : 2 }; // prettier-ignore
    if (code === 'B-03') return { ...values, ...cellsAt(at, quarter, power) };
    return values;
  }

  isOff(): boolean {
    return false;
  }

  /** Energy of a meter forward between two instants, hundredths of kWh. */
  energy(code: string, from: number, to: number): number {
    const at = (t: number): number => Math.round((this.reading(code, t)['PP'] ?? 0) * 100);
    return at(to) - at(from);
  }

  #register(code: string, side: 'forward' | 'reverse', place: number, share: number, energy: number): number {
    const totals = this.#totals.get(code)?.[side] ?? [];
    for (let q = totals.length - 1; q < place; q++) {
      const energies = energiesOf(code, microgridAt(this.from + q * QUARTER_MS));
      totals.push((totals[q] ?? 0) + (energies[side === 'forward' ? 0 : 1] ?? 0));
    }
    return ((totals[place] ?? 0) + Math.floor(energy * share)) / 100;
  }
}
