import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Load } from './load.ts';
import { type Moment, momentAt } from './moment.ts';
import { drift, noise } from './noise.ts';

/** The battery: kWh, kW; what it loses to and fro; kW of its own needs. */
export const BATTERY = {
  energy: 200,
  power: 100,
  efficiency: 0.95,
  socMin: 0.1,
  socMax: 0.9,
  aux: 0.4,
  converter: 0.975,
} as const;

/** Inverters with the modules behind them, kWp. */
export const INVERTERS = [
  { code: 'I-01', kwp: 60 },
  { code: 'I-02', kwp: 50 },
  { code: 'I-03', kwp: 50 },
] as const;
export const PV_KWP = INVERTERS.reduce((sum, { kwp }) => sum + kwp, 0);

/** Quarters of a day. */
const QUARTERS = 96;
const SEED = 90_210;
const LATITUDE = (40 * Math.PI) / 180;
/** Hundredths of kWh in a quarter at one kW. */
const HUNDREDTHS = 25;

/** A quarter of an hour of the microgrid: hundredths of kWh; percent, W/m², ℃. */
export interface MicrogridQuarter {
  readonly load: number;
  /** At the station meter, with what the station needs itself. */
  readonly charged: number;
  readonly discharged: number;
  /** At the converter, AC, and behind it, DC. */
  readonly acCharged: number;
  readonly acDischarged: number;
  readonly dcCharged: number;
  readonly dcDischarged: number;
  /** Of each inverter. */
  readonly pv: readonly number[];
  readonly soc: number;
  readonly irradiance: number;
  readonly moduleTemperature: number;
  /** What the battery was told to do, kW of its meter: + charges. */
  readonly setPoint: number;
  /** What is in the cells at the end of it, kWh. */
  readonly level: number;
}

/** What the sun gives to the modules of the roof, W/m². */
function irradianceAt({ hour, summer, day }: Moment): number {
  const declination = ((23.44 * Math.PI) / 180) * (2 * summer - 1);
  const angle = ((hour - 12.2) * 15 * Math.PI) / 180;
  const height =
    Math.sin(LATITUDE) * Math.sin(declination) + Math.cos(LATITUDE) * Math.cos(declination) * Math.cos(angle);
  if (height <= 0.02) return 0;
  const clear = 1098 * height * Math.exp(-0.057 / height) * 1.08;
  const dull = 0.35 + 0.65 * Math.min(1, 1.5 * noise(SEED + 1, day));
  const clouds = 0.78 + 0.22 * drift(SEED + 2, day * 24 + hour * 1.5);
  return clear * dull * clouds;
}

/** Days since it last rained: dust grows until then. */
function dryDays(day: number): number {
  for (let back = 0; back < 30; back++) if (noise(SEED + 3, day - back) < 0.06) return back;
  return 30;
}

/** One of two strings of the third inverter is out on some days. */
const stringOut = (day: number, inverter: number): boolean =>
  inverter === 2 && day % 45 >= 30 && day % 45 < 40;

interface Sky {
  readonly irradiance: number;
  readonly moduleTemperature: number;
  readonly pv: readonly number[];
}

function skyAt(moment: Moment): Sky {
  const irradiance = irradianceAt(moment);
  const air = -4 + 30 * moment.summer + 5 * Math.sin(((moment.hour - 9) * Math.PI) / 12);
  const moduleTemperature = air + irradiance * 0.028;
  const dust = 1 - 0.0018 * dryDays(moment.day);
  const ratio = 0.87 * dust * (1 - 0.0038 * (moduleTemperature - 25));
  return {
    irradiance: Math.round(irradiance * 10) / 10,
    moduleTemperature: Math.round(moduleTemperature * 10) / 10,
    pv: INVERTERS.map(({ kwp }, i) => {
      const own = (0.99 + 0.015 * noise(SEED + 10 + i, moment.day)) * (stringOut(moment.day, i) ? 0.55 : 1);
      return Math.round(kwp * (irradiance / 1000) * ratio * own * HUNDREDTHS);
    }),
  };
}

/** Plans that the battery runs on days in place of its usual one, kW: + discharges; by days since 1970. */
const plans = new Map<number, readonly number[]>();
/** A battery that a plan left charged has worked that off so many days later. */
const LAST_DAYS = 3;

/** The battery runs this plan on a day, 96 powers, kW: + discharges. What was worked out of the days from then on is forgotten. */
export function runPlan(day: number, points: readonly number[]): void {
  plans.set(day, points);
  for (const known of days.keys()) if (known >= day) days.delete(known);
}

/** What the battery does on a day as it is meant, 96 powers, kW: + discharges. */
export const planOfDay = (day: number): readonly number[] => plans.get(day) ?? DAILY_PLAN;

/** What is in the cells when a day begins, kWh: little, or what a plan of the days before left. */
function levelAtStart(day: number, start: number): number {
  const least = BATTERY.energy * BATTERY.socMin;
  for (let back = 1; back <= LAST_DAYS; back++)
    if (plans.has(day - back)) return levelAtEnd(dayOf(day - 1, start - QUARTERS * QUARTER_MS)) ?? least;
  return least;
}

const levelAtEnd = (quarters: readonly MicrogridQuarter[]): number | undefined => quarters.at(-1)?.level;

/** What the battery usually does, kW: + charges. */
function usualAt(quarter: number): number {
  const hour = quarter / 4;
  if ((hour >= 1 && hour < 5) || (hour >= 12 && hour < 16)) return 42.2;
  if ((hour >= 9 && hour < 11) || (hour >= 19 && hour < 21)) return -76;
  return 0;
}

/** What the battery is meant to do, kW: + charges. */
function planAt(day: number, quarter: number): number {
  const own = plans.get(day)?.[quarter];
  return own === undefined ? usualAt(quarter) : own === 0 ? 0 : -own;
}

/** The plan of every day in 96 points as curves have it, kW: + discharges. */
const DAILY_PLAN: readonly number[] = Array.from({ length: QUARTERS }, (_, q) => {
  const power = usualAt(q);
  return power === 0 ? 0 : -power;
});

/** What the microgrid itself uses, kW. */
const loadAt = (moment: Moment): number => {
  const busy = moment.weekday < 5 && moment.hour > 8 && moment.hour < 19 ? 26 : 0;
  return 214 + busy + 14 * (drift(SEED + 4, moment.t / (3 * HOUR_MS)) - 0.5) + 6 * (noise(SEED + 5, moment.t / QUARTER_MS) - 0.5); // prettier-ignore
};

interface Battery {
  /** kWh in the cells. */
  level: number;
}

/** What the converter does in a quarter, kW AC: the plan as far as cells, converter and the rest of the site allow. */
function powerOf(battery: Battery, quarter: number, moment: Moment, load: number, pv: number): number {
  const { energy, socMin, socMax, efficiency, power } = BATTERY;
  const planned = planAt(moment.day, quarter);
  // What is left in the evening is given within the next half hour, unless a plan says otherwise.
  const late = quarter >= 84 && quarter < 88 && !plans.has(moment.day) ? -76 : 0;
  const wanted = (planned === 0 ? late : planned) * (0.985 + 0.02 * noise(SEED + 6, moment.t / QUARTER_MS));
  // On some mornings the converter is held back by heat.
  const held = moment.day % 17 === 5 && quarter >= 36 && quarter < 44 ? 45 : power;
  if (wanted > 0) return Math.min(wanted, held, ((energy * socMax - battery.level) * 4) / efficiency);
  if (wanted === 0) return 0;
  // Nothing may be fed into the supply.
  const room = load - pv - 2;
  return -Math.max(0, Math.min(-wanted, held, (battery.level - energy * socMin) * 4 * efficiency, room));
}

const days = new Map<number, readonly MicrogridQuarter[]>();
const KEPT = 900;

/** A local day: the battery begins and ends it empty, so that each is known by itself, unless a plan leaves it charged. */
function dayOf(day: number, start: number): readonly MicrogridQuarter[] {
  const known = days.get(day);
  if (known) return known;
  const battery: Battery = { level: levelAtStart(day, start) };
  const quarters = Array.from({ length: QUARTERS }, (_, q): MicrogridQuarter => {
    const moment = momentAt(start + q * QUARTER_MS);
    const sky = skyAt(moment);
    const load = Math.round(loadAt(moment) * HUNDREDTHS);
    const pv = sky.pv.reduce((sum, one) => sum + one, 0);
    const power = powerOf(battery, q, moment, load / HUNDREDTHS, pv / HUNDREDTHS);
    const acCharged = Math.round(Math.max(0, power) * HUNDREDTHS);
    const acDischarged = Math.round(Math.max(0, -power) * HUNDREDTHS);
    const aux = BATTERY.aux * HUNDREDTHS;
    const net = acCharged - acDischarged + aux;
    battery.level += (acCharged / 100) * BATTERY.efficiency - acDischarged / 100 / BATTERY.efficiency;
    return {
      load,
      charged: Math.max(0, net),
      discharged: Math.max(0, -net),
      acCharged,
      acDischarged,
      dcCharged: Math.round(acCharged * BATTERY.converter),
      dcDischarged: Math.round(acDischarged / BATTERY.converter),
      pv: sky.pv,
      soc: Math.round((battery.level / BATTERY.energy) * 1000) / 10,
      irradiance: sky.irradiance,
      moduleTemperature: sky.moduleTemperature,
      setPoint: planAt(day, q),
      level: battery.level,
    };
  });
  if (days.size >= KEPT) days.clear();
  days.set(day, quarters);
  return quarters;
}

/** The plants stand in China: UTC+8 all year. */
const OFFSET_MS = 8 * HOUR_MS;
const DAY = QUARTERS * QUARTER_MS;

/** The microgrid in the quarter of an hour that holds an instant. */
export function microgridAt(t: number): MicrogridQuarter {
  const day = Math.floor((t + OFFSET_MS) / DAY);
  const start = day * DAY - OFFSET_MS;
  const found = dayOf(day, start)[Math.floor((t - start) / QUARTER_MS)];
  if (!found) throw new Error('no such quarter of a day');
  return found;
}

/** What the microgrid takes from the campus: its load and what it charges, less PV and what it discharges; never below zero. */
export const takenIn = ({ load, charged, discharged, pv }: MicrogridQuarter): number =>
  load + charged - discharged - pv.reduce((sum, one) => sum + one, 0);

/** The same as the load of a meter of the plant, kW. */
export const microgridLoad: Load = ({ t }) => takenIn(microgridAt(t)) / HUNDREDTHS;
