import { SLOTS } from '#contract/plan.ts';
import { type SocAnchor, socCurve, type StationLimits } from '#domain/storage/plan.ts';
import { addDays } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { BATTERY } from '../plant/microgrid.ts';
import type { Client } from './client.ts';
import { Desk } from './desk.ts';

/** Charges in the valley and at noon, discharges in both peaks; keeps within what the battery holds. kW, + discharges. */
const TWICE: readonly number[] = Array.from({ length: SLOTS }, (_, slot) => {
  const hour = slot / 4;
  if ((hour >= 1 && hour < 5) || (hour >= 12 && hour < 16)) return -42;
  return (hour >= 9 && hour < 11) || (hour >= 19 && hour < 21) ? 75.8 : 0;
});
/** Charges in the valley, discharges in the evening. */
const ONCE: readonly number[] = TWICE.map((kw, slot) => (slot < 20 || slot >= 76 ? kw : 0));

const AT = '/api/sdata/planCurve';
const LIMITS: StationLimits = {
  energyKwh: BATTERY.energy,
  powerKw: BATTERY.power,
  chargeEfficiency: BATTERY.efficiency,
  dischargeEfficiency: BATTERY.efficiency,
  socMin: BATTERY.socMin,
  socMax: BATTERY.socMax,
  transformerKva: null,
  exportAllowed: false,
};
/** State of charge with which plans begin, percent. */
const SOC_START = 10;
const SLACK = 1e-9;

/**
 * The rest of a day whose first slots are over: where what would have been charged is missing, it discharges less, and charges
 * no more than the battery takes by what it holds now. The strategy of a whole day stays as it is.
 */
function whatIsLeft(points: readonly number[], { begun, socAnchor }: PlanDay): number[] {
  const kept: number[] = [];
  for (const [slot, kw] of points.entries()) {
    const soc = socCurve([...kept, kw], LIMITS, SOC_START / 100, socAnchor).at(-1) ?? 0;
    const beyond = kw > 0 ? soc < LIMITS.socMin - SLACK : kw < 0 && soc > LIMITS.socMax + SLACK;
    kept.push(slot >= begun && beyond ? 0 : kw);
  }
  return kept;
}

interface PlanDay {
  readonly begun: number;
  readonly socAnchor: SocAnchor | null;
  readonly sent: readonly (number | null)[];
  readonly versions: readonly { readonly planState: string }[];
  readonly strategies: readonly {
    readonly id: number;
    readonly points: readonly number[];
    readonly fits: boolean;
  }[];
}

/**
 * Strategies of the battery of the campus, and plans of some days: one that the energy management is sent at once, one that
 * is agreed to and waits to be issued, one that waits to be agreed to, and a draft. Done once: what is there stays.
 * @param person who makes plans @param operator who agrees to them @param at ms
 */
export async function enterPlans(person: Client, operator: Client, at: number): Promise<void> {
  const desk = new Desk(person);
  const [station] = await person.get<readonly { readonly stationId: number; readonly consumerId: number }[]>(
    `${AT}/getStations`,
  );
  if (!station) return;
  const { stationId, consumerId } = station;
  const strategy = (strategyName: string, fields: object): Promise<number> =>
    desk.ensure('archive/storageStrategy', { stationId, strategyName }, { consumerId, ...fields });
  await strategy('工作日 两充两放', {
    strategyNameEn: 'Working days, two cycles',
    dayType: 'workday',
    curve: { points: TWICE },
  });
  await strategy('休息日 一充一放', {
    strategyNameEn: 'Days off, one cycle',
    dayType: 'dayOff',
    curve: { points: ONCE },
  });
  const today = dateAt(HOME_ZONE, at);
  const draft = async (planDate: string): Promise<number | null> => {
    const day = await person.get<PlanDay>(`${AT}/getDay`, { stationId, planDate });
    const strategy = day.strategies.find(({ fits }) => fits);
    if (day.versions.length > 0 || !strategy) return null;
    const points = strategy.points.map((kw, slot) => (slot < day.begun ? (day.sent[slot] ?? 0) : kw));
    const { id } = await person.post<{ id: number }>(`${AT}/save`, {
      stationId,
      planDate,
      strategyId: strategy.id,
      points: whatIsLeft(points, day),
      socStart: SOC_START,
    });
    return id;
  };
  const submit = async (id: number): Promise<number> =>
    (await person.post<{ requestId: number }>(`${AT}/submit`, { id })).requestId;
  const agreed = async (planDate: string): Promise<number | null> => {
    const id = await draft(planDate);
    if (id === null) return null;
    await operator.post('/api/sys/workflowRequest/agree', { id: await submit(id) });
    return id;
  };
  const first = await agreed(today);
  if (first !== null) await person.post('/api/sdata/planCurveReport/issue', { ids: [first] });
  await agreed(addDays(today, 1));
  const waits = await draft(addDays(today, 2));
  if (waits !== null) await submit(waits);
  await draft(addDays(today, 3));
}
