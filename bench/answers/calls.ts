import { INTERVAL } from '#contract/interval.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { feedersOf, leavesOf, type Plant } from './plant.ts';
import { type Asked, type Reference, REFERENCES } from './reference.ts';

/** What an answer may take at most: 95 of 100 calls, ms. */
export const LIMIT_MS = { chart: 50, statement: 200, points: 150, bill: 100 } as const;

/** One call that an analysis screen makes. */
export interface Call {
  readonly name: string;
  readonly path: string;
  readonly kind: keyof typeof LIMIT_MS;
  /** Of a unit without a meter of its own: the sum of 189 meters. */
  readonly sum?: boolean;
  /** The query beside it, with what it is asked. */
  readonly beside?: { readonly reference: Reference; readonly asked: Asked };
}

const query = (context: Readonly<Record<string, string | number>>): string =>
  Object.entries(context)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');

const YEAR = { begin: '2025-01-01', end: '2025-12-31' };
const MONTH = { begin: '2025-07-01', end: '2025-07-31' };
const FORTNIGHT = { begin: '2025-07-01', end: '2025-07-15' };

/** The longest range that each interval may have. */
const LONGEST = {
  [INTERVAL.quarter]: FORTNIGHT,
  [INTERVAL.hour]: MONTH,
  [INTERVAL.day]: YEAR,
  [INTERVAL.month]: YEAR,
} as const;
const INTERVAL_NAMES = {
  [INTERVAL.quarter]: '15 minutes',
  [INTERVAL.hour]: 'hours',
  [INTERVAL.day]: 'days',
  [INTERVAL.month]: 'months',
} as const;
type Interval = keyof typeof LONGEST;

/** Every analysis with the intervals that its charts take. */
const CHARTS: Readonly<Record<string, readonly Interval[]>> = {
  energy: [INTERVAL.quarter, INTERVAL.hour, INTERVAL.day, INTERVAL.month],
  timeShare: [INTERVAL.hour, INTERVAL.day, INTERVAL.month],
  cycle: [INTERVAL.day],
  hour: [INTERVAL.day],
  week: [INTERVAL.day],
  peak: [INTERVAL.day],
  load: [INTERVAL.quarter, INTERVAL.day],
  demand: [INTERVAL.quarter, INTERVAL.day],
  flow: [INTERVAL.day, INTERVAL.month],
  part: [INTERVAL.day],
  class: [INTERVAL.hour, INTERVAL.day, INTERVAL.month],
};

const LEVEL = { [INTERVAL.quarter]: 1, [INTERVAL.hour]: 2, [INTERVAL.day]: 3, [INTERVAL.month]: 4 } as const;
const midnight = (date: string): number => Date.parse(`${date}T00:00:00+08:00`);

const context = (
  meterIds: readonly number[],
  interval: Interval,
  level: number = LEVEL[interval],
): Asked => ({
  meterIds,
  level,
  from: new Date(midnight(LONGEST[interval].begin)),
  to: new Date(midnight(LONGEST[interval].end) + DAY_MS),
});

/** The interval before, by the calendar, as the analysis of energy takes it. */
const BEFORE = {
  [INTERVAL.quarter]: '15 days',
  [INTERVAL.hour]: '1 month',
  [INTERVAL.day]: '12 months',
  [INTERVAL.month]: '12 months',
} as const;

/** The query of an analysis and the level of the buckets that it reads, where that is not its own. */
function referenceOf(name: string, interval: Interval): [Reference, number?] | null {
  switch (name) {
    case 'energy':
      return [REFERENCES.energy(BEFORE[interval])];
    case 'cycle':
      return [REFERENCES.cycle, 2];
    case 'hour':
      return [REFERENCES.hour, 2];
    case 'peak':
      return [REFERENCES.peak, 2];
    case 'load':
      return [interval === INTERVAL.quarter ? REFERENCES.loadQuarters : REFERENCES.loadDays, 1];
    case 'demand':
      return [interval === INTERVAL.quarter ? REFERENCES.demandQuarters : REFERENCES.demandDays, 1];
    case 'part':
      return [REFERENCES.flow, 4];
    case 'week':
    case 'timeShare':
    case 'class':
    case 'flow':
      return name === 'flow' ? [REFERENCES.flow, 4] : [REFERENCES[name]];
    default:
      return null;
  }
}

/** Whom charts are about. */
export interface Subject {
  readonly who: string;
  readonly orgId: number;
  /** Meters that stand for it, and all from these down. */
  readonly meterIds: readonly number[];
  readonly below: readonly number[];
}

/** Every chart of the analyses about one subject. */
export function charts(consumerId: number, { who, orgId, meterIds, below }: Subject): Call[] {
  return Object.entries(CHARTS).flatMap(([name, intervals]) =>
    intervals.map((interval): Call => {
      const parts: Readonly<Record<string, string>> =
        name === 'part' ? { classify: 'all' } : name === 'class' ? { classify: 'meter' } : {};
      const range = LONGEST[interval];
      const found = name === 'class' && meterIds.length < 10 ? null : referenceOf(name, interval);
      const meters = name === 'part' || name === 'flow' ? below : meterIds;
      return {
        name: `${name}, ${who}, ${INTERVAL_NAMES[interval]}`,
        path: `/api/analysis/${name}/getData?${query({ consumerId, orgId, interval, ...range, ...parts })}`,
        kind: 'chart',
        ...(who === 'works' ? { sum: true } : {}),
        ...(found ? { beside: { reference: found[0], asked: context(meters, interval, found[1]) } } : {}),
      };
    }),
  );
}

/** Everything that the screens of analyses ask, with ranges as long as they may be. */
export function callsOf(plant: Plant): Call[] {
  const { consumerId, meterIds, unitIds, worksId, account } = plant;
  const [hall = 0] = unitIds;
  const main = meterIds.slice(0, 1);
  const feeders = feedersOf(plant);
  const leaves = leavesOf(plant);
  const inHall = leavesOf(plant, 1);
  const beside = (call: Call, reference: Reference, of: Asked): Call => ({
    ...call,
    beside: { reference, asked: of },
  });
  const year = { consumerId, beginDate: YEAR.begin, endDate: YEAR.end };
  const chart = (name: string, path: string, context: Readonly<Record<string, string | number>>): Call => ({
    name,
    path: `/api/${path}?${query(context)}`,
    kind: 'chart',
  });
  const statement = (name: string, interval: Interval): Call => ({
    ...beside(chart(`statement of 200 meters, ${name}`, 'analysis/statement/getData', { consumerId, interval, ...LONGEST[interval], classify: 'all' }), REFERENCES.statement, context(meterIds, interval)),
    kind: 'statement',
  }); // prettier-ignore
  const compared = feeders.map((id) => `m${id}`).join(','); // prettier-ignore
  return [
    ...charts(consumerId, { who: 'enterprise', orgId: consumerId, meterIds: main, below: meterIds }),
    ...charts(consumerId, { who: 'hall', orgId: hall, meterIds: inHall, below: inHall }),
    ...charts(consumerId, { who: 'works', orgId: worksId, meterIds: leaves, below: leaves }),
    ...([INTERVAL.hour, INTERVAL.day, INTERVAL.month] as const).map((interval) =>
      beside(chart(`compare, ten meters, ${INTERVAL_NAMES[interval]}`, 'analysis/compare/getData', { consumerId, interval, ...LONGEST[interval], objects: compared }), REFERENCES.compare, context(feeders, interval)),
    ),
    chart('energy, data of the chart', 'analysis/energy/getChartData', { consumerId, interval: INTERVAL.day, ...YEAR }),
    chart('energy, table of objects', 'analysis/energy/getTable', { consumerId, interval: INTERVAL.day, ...YEAR, classify: 'all', pageSize: 100 }),
    chart('class, shares', 'analysis/class/getPie', { consumerId, interval: INTERVAL.day, ...YEAR, classify: 'meter' }),
    chart('load, statistics', 'analysis/load/getStatistics', { consumerId, date: '2025-07-20' }),
    chart('load, day and month', 'analysis/load/getLoadChart', { consumerId, date: '2025-07-20' }),
    chart('load, days of a month', 'analysis/load/getMonthlyTrend', { consumerId, date: '2025-07-20' }),
    chart('load, days beside', 'analysis/load/getDailyTrend', { consumerId, date: '2025-07-20' }),
    ...['getDistribution', 'getTimesList', 'getTopList'].map((name) => chart(`peak, ${name}`, `analysis/peak/${name}`, year)),
    ...['getMaxLine', 'getSecondLine', 'getPoint', 'getTime', 'getDiffs', 'getOverCount', 'getOverTime'].map((name) =>
      name.endsWith('Line') || name === 'getPoint' || name === 'getDiffs'
        ? beside(chart(`demand, ${name}`, `analysis/demand/${name}`, year), name === 'getSecondLine' ? REFERENCES.demandSeconds : REFERENCES.demandHighest, context(main, INTERVAL.day, 1))
        : chart(`demand, ${name}`, `analysis/demand/${name}`, year),
    ),
    chart('demand, settlement months', 'demand/settlement/getlist', { consumerId, begin: YEAR.begin, end: YEAR.end }),
    chart('charge, year by months', 'sdata/chargeAnalysis/getChargeChart', { orgId: consumerId, periodCode: INTERVAL.month, types: '8,9,11', dataCodes: 'CZ,PP', dt: '2025-12-31' }),
    chart('charge, month by days', 'sdata/chargeAnalysis/getChargeChart', { orgId: consumerId, periodCode: INTERVAL.day, types: '5,6,12,10', dataCodes: 'CZ,PP', dt: '2025-07-31' }),
    chart('charge, statistics of the year', 'sdata/chargeAnalysis/getChargeStatistics', { orgId: consumerId, ...YEAR }),
    chart('charge, details of the year', 'sdata/chargeAnalysis/getDayDetails', { orgId: consumerId, interval: INTERVAL.day, ...YEAR }),
    chart('lines of ten meters, days', 'sdata/monitoring/operation', { ammeterIds: feeders.join(','), type: 'average', dataCode: 'PP', interval: INTERVAL.day, beginDate: YEAR.begin, endDate: YEAR.end }),
    ...['statisticsOverview', 'statisticsEnterprise', 'statisticsProcedure', 'statisticsClassify', 'powerOverview', 'statisticsForm'].map((name) =>
      chart(name, `analysis/${name}/getData`, { consumerId, interval: INTERVAL.month, ...YEAR }),
    ),
    { ...chart('curve of a million readings, 30 meters', 'analysis/load/getCurve', { consumerId, ...YEAR, points: 1000, ammeterIds: leaves.slice(0, 30).join(',') }), kind: 'points' },
    chart('objects', 'analysis/object/getTree', { consumerId }),
    statement('days', INTERVAL.day),
    statement('months', INTERVAL.month),
    chart('bills of the year', 'analysis/bill/getData', { consumerId, interval: INTERVAL.month, ...YEAR }),
    { ...chart('a bill', 'price/bill/get', { consumerId, measureAccount: account, month: '2025-07' }), kind: 'bill' },
    { ...chart('a year under other schemes', 'price/bill/replay', { consumerId, measureAccount: account, year: 2025 }), kind: 'bill' },
  ]; // prettier-ignore
}
