import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { storeIntervals } from '#feature/meters/reading/server/public.ts';
import { openDatabase, type Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { type Timing, time } from './figure.ts';
import { Caller } from './http.ts';
import { measureChargers } from './assetsOcpp.ts';
import { measurePlans } from './assetsPlan.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import {
  fixed,
  limit,
  machineNow,
  measuredNow,
  type Machine,
  type Part,
  type Section,
  table,
} from './section.ts';

/*
 * The assets of a site with a year of quarters of an hour behind them: how long its overview and the settlement of the year
 * take, each call alone.
 */
const METERS = 3;
const DAYS = 365;
const CALLS = 40;
const YEARS = 3;

interface Site {
  readonly siteId: number;
  readonly today: string;
  readonly yearAgo: string;
}

async function measure(say: (line: string) => void): Promise<Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const operator = new Caller(product.baseUrl);
  const database = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 1 });
  try {
    await operator.login('operator', PASSWORD);
    say('a site with a battery and a PV plant, a year of quarters of an hour …');
    const site = await enter(operator, database);
    const overview = await time(CALLS, () =>
      operator.get(`/api/sdata/operationAnalysis/getOverview?siteId=${site.siteId}`),
    );
    const span = `siteId=${site.siteId}&fromDt=${site.yearAgo}&toDt=${site.today}`;
    const chart = await time(YEARS, () =>
      operator.get(`/api/sdata/storageStrategy/getRevenueCostChart?${span}`),
    );
    const month = await time(YEARS * 3, () =>
      operator.get(
        `/api/sdata/storageStrategy/getSettlement?siteId=${site.siteId}&month=${site.today.slice(0, 7)}`,
      ),
    );
    return [{ title: 'Assets', text: textOf(overview, chart, month, machine) }];
  } finally {
    await database.close();
    operator.close();
    await product.stop();
  }
}

async function enter(operator: Caller, { db }: Database): Promise<Site> {
  const add = async (path: string, row: object): Promise<number> =>
    (await operator.post<{ id: number }>(`/api/${path}/add`, row)).id;
  const consumerId = await add('archive/consumer', { orgCode: 'B', orgName: 'Bench' });
  const siteId = await add('archive/monitorSite', { consumerId, orgCode: 'B', orgName: 'Bench', timeZone: 'Asia/Shanghai' }); // prettier-ignore
  const meters: number[] = [];
  for (let n = 1; n <= METERS; n++)
    meters.push(
      await add('archive/ammeter', { consumerId, siteId, ammeterName: `M${n}`, ammeterCode: `M${n}` }),
    );
  const [stationMeterId, gridMeterId, pv] = meters;
  const planId = await add('price/priceScheme', { consumerId, schemeName: 'B', price1: 1.2, price2: 1, price3: 0.6, price4: 0.3, basicCharge: '2', demandPrice: 36 }); // prettier-ignore
  await add('price/priceAgreement', { consumerId, measureAccount: 'B', orgId: consumerId, planId, beginDt: '2020-01-01' }); // prettier-ignore
  await add('archive/storageStation', { consumerId, siteId, stationName: 'B', stationMeterId, gridMeterId, measureAccount: 'B', ratedEnergy: 200, ratedPower: 100, wearCost: 0.05 }); // prettier-ignore
  await add('archive/pvPlant', { consumerId, siteId, plantName: 'B', ammeterId: pv, gridMeterId, measureAccount: 'B', ratedPower: 150 }); // prettier-ignore
  await deliver(db, meters);
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  return { siteId, today: day(0), yearAgo: day(364) };
}

/** A year of intervals of each meter, and waits until the worker has worked them out. */
async function deliver(db: Database['db'], meters: readonly number[]): Promise<void> {
  const until = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  for (let day = DAYS; day >= 1; day--) {
    const first = until - day * 96 * QUARTER_MS;
    await storeIntervals(
      db,
      meters.flatMap((meterId) =>
        Array.from({ length: 96 }, (_, q) => q).flatMap((q) => {
          const span = { meterId, start: first + q * QUARTER_MS, end: first + (q + 1) * QUARTER_MS };
          return [
            { ...span, code: 'PP' as const, value: String(20 + (q % 40)) },
            { ...span, code: 'RP' as const, value: String(q % 96 > 70 ? 15 : 0) },
          ];
        }),
      ),
    );
  }
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from dirty`.execute(db);
    if (rows[0]?.n === 0) return;
    await sleep(500);
  }
}

const ms = (value: number): string => fixed(value, 0);

const textOf = (overview: Timing, chart: Timing, month: Timing, machine: Machine): string =>
  [
    measuredNow(machine),
    'A site with a battery, a PV plant and its supply, a year of quarters of an hour; each call alone, after the one before.',
    table(
      ['call', 'median ms', 'p95 ms', 'wanted'],
      [
        ['overview of the site', ms(overview.p50), ms(overview.p95), limit(overview.p95, '≤', 100, ' ms')],
        ['settlement of a year, by month', ms(chart.p50), ms(chart.p95), limit(chart.p95, '≤', 2000, ' ms')],
        ['statement of a month', ms(month.p50), ms(month.p95), '–'],
      ],
    ),
  ].join('\n\n');

/** What running batteries and roofs asks of the product. */
export const assets: Section = {
  name: 'assets',
  onRequest: true,
  measure: async (say) => [...(await measure(say)), await measurePlans(say), await measureChargers(say)],
};
