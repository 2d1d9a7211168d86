import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishTitleOf, type Resource } from '#contract/define.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { MENU, type MenuNode } from '#menu/menu.ts';
import { resourceOf, resources } from '#resource/index.ts';
import type { MeterList } from '#feature/meters/dataInterface/contract.ts';
import { startFoldLoop } from '#feature/meters/reading/server/public.ts';
import { silent } from '#server/database/log.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';
import { campus } from '../../../../../simulator/plant/campus.ts';
import { MICROGRID_METERS } from '../../../../../simulator/plant/microgridMeters.ts';
import type { PlantDesign } from '../../../../../simulator/plant/meter.ts';
import { dayStart } from '../../../../../simulator/plant/moment.ts';
import { Plant } from '../../../../../simulator/plant/plant.ts';
import { steel } from '../../../../../simulator/plant/steel.ts';
import { enterAccounts } from './accounts.ts';
import { fillingNow } from '#server/filling.ts';
import { type Demonstration, startDemonstration } from './start.ts';

const DAYS = 3;

type Named = Readonly<Record<string, unknown>> & { readonly titles?: Readonly<Record<string, string>> };

/** Lists that belong to nobody, to which the demonstration adds. */
const SHARED = new Set([
  'group',
  'template',
  'news',
  'deviceModel',
  'deviceModelFile',
  'workflow',
  'workflowNode',
  'workflowNodeOrg',
]);

/** Lists of the steel plant that may be empty. */
const EMPTY = new Set([
  // The supplier's comes when the whole month before is billed.
  'priceInvoice',
  // The microgrid and the chargers stand at the campus.
  'planCurve',
  'chargeSession',
  'chargePile',
  'storageStrategy',
  'planReply',
  'chargeLimit',
  'chargeTag',
  'storageStation',
  'storageUnit',
  'pvPlant',
  'pvInverter',
  // What alarms and reports write comes with time.
  'alarmRecord',
  'uploadRecord',
  'uploadDetail',
  // The product draws its symbols itself; an operator may add others.
  'graphEntity',
  'graphEntityParam',
]);

/** The list pages that enterprises have, by the menu, by a tab or by search alone. */
function listsOf({ funCode, enterprise, children = [] }: MenuNode): Resource[] {
  const own = enterprise === true ? resources.filter(({ area, name }) => `${area}.${name}` === funCode) : [];
  return [...own, ...children.flatMap(listsOf)];
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
/** Whether what a reference points to has a name in English. */
const hasSecond = (refers: string): boolean =>
  refers === 'org' || englishTitleOf(resourceOf(refers)) !== undefined;

describe('the demonstration', () => {
  let product: Product;
  let fold: { stop: () => Promise<void> };
  let baseUrl: string;
  const from = dayStart(Date.now()) - DAYS * DAY_MS;
  const said: string[] = [];

  const start = async (): Promise<Demonstration> => {
    await enterAccounts(product.services.system, { sampleDir: undefined });
    return startDemonstration({
      baseUrl,
      config: { sampleDir: undefined, simulatorPort: 0 },
      system: product.services.system,
      log: product.services.log,
      say: (line) => said.push(line),
      from,
    });
  };

  const meterIds = async (client: Client): Promise<Map<string, number>> => {
    const { data } = await client.get<{ id: number; ammeterCode: string }[]>('/api/archive/ammeter/getall');
    return new Map(data.map((row) => [row.ammeterCode, row.id]));
  };

  /** Energies that the platform says, hundredths, by meter code and start. */
  const energies = async (client: Client, interval: number, to: number): Promise<Map<string, number>> => {
    const ids = await meterIds(client);
    const { data } = await client.get<MeterList>('/api/sdata/dataInterface/getDataList', {
      ammeterIds: [...ids.values()].join(','),
      interval,
      dataCodes: 'PP',
      fromDt: new Date(from).toISOString(),
      toDt: new Date(to).toISOString(),
    });
    return new Map(
      data.list.flatMap((meter) =>
        meter.ts.map((ts, i) => [
          `${meter.ammeterCode} ${ts}`,
          Math.round((meter.values['PP']?.[i] ?? NaN) * 1e6) / 1e4,
        ]),
      ),
    );
  };

  beforeAll(async () => {
    product = await startProduct();
    await product.app.listen({ port: 0, host: '127.0.0.1' });
    const address = product.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    baseUrl = `http://127.0.0.1:${address.port}`;
    fold = startFoldLoop({ db: product.services.system, pool: product.services.pool }, silent);
  });

  afterAll(async () => {
    await fold.stop();
    await product.close();
  });

  it('is repeated safely when its first start was cut short, and is complete then', async () => {
    const cut = await start();
    while (!said.some((line) => line.includes('entering'))) await new Promise((r) => setTimeout(r, 20));
    await new Promise((r) => setTimeout(r, 300));
    const early = await product.login('steel', 'steel-demo');
    expect(await early.get('/api/sys/demonstration/getFilling')).toMatchObject({
      data: { stage: 'entering', percent: 0 },
    });
    expect(await early.get('/api/sys/getUserInfo')).toMatchObject({ data: { filling: true } });
    await cut.stop();
    expect(said.some((line) => line.includes('ready'))).toBe(false);

    // The next one loses its session midway: its thread fails, and begins once more.
    const whole = await start();
    const begun = (): number => said.filter((line) => line.includes('entering')).length;
    while (begun() < 2) await new Promise((r) => setTimeout(r, 20));
    await new Promise((r) => setTimeout(r, 300));
    await product.database.pool.query(`delete from session where browser = 'Meterhouse: demonstration'`);
    await whole.ready;
    expect(begun()).toBe(3);
    await whole.stop();
    expect(said.at(-1)).toMatch(/ready/);
    expect(fillingNow()).toBeNull();
    const operator = await product.operator();
    const { data } = await operator.get<unknown[]>('/api/archive/consumer/getall');
    expect(data).toHaveLength(2);
    const { data: plans } = await operator.get<{ state: string }[]>('/api/yunshui/companyPlaninfo/getall');
    const running = 'selfInspecting';
    expect(plans.map(({ state }) => state).toSorted()).toEqual(['closed', 'closed', running, running]);
    const { data: papers } = await operator.get<unknown[]>('/api/yunshui/checkplanCheckfile/getall');
    expect(papers).toHaveLength(16);
    // What the office keeps is there once, however often it was begun.
    const kept = async (resource: string): Promise<number> =>
      (await operator.get<unknown[]>(`/api/${resource}/getall`)).data.length;
    expect(await kept('price/priceVersion')).toBe(2);
    expect(await kept('price/demandGuard')).toBe(3);
    expect(await kept('price/priceMarket')).toBe(30);
    expect(await kept('sys/post')).toBe(4);
    expect(await kept('archive/energyReport')).toBe(4);
    expect(await kept('service/news')).toBe(2);
    expect((await meterIds(await product.login('steel', 'steel-demo'))).size).toBe(42);
    expect((await meterIds(await product.login('campus', 'campus-demo'))).size).toBe(
      campus.meters.length + MICROGRID_METERS.length,
    );
  }, 240_000);

  const check = async (design: PlantDesign): Promise<void> => {
    const client = await product.login(design.code, `${design.code}-demo`);
    const { rows } = await product.database.pool.query<{ value: { seed: number } }>(
      `select value from setting where name = 'demonstrationState'`,
    );
    const plant = new Plant(design, rows[0]?.value.seed ?? 0, from);
    const today = dayStart(Date.now());
    const days = await energies(client, 301, today);
    const codes = new Set(design.meters.map(({ code }) => code));
    const own = [...days.keys()].filter((key) => codes.has(key.split(' ')[0] ?? ''));
    expect(own).toHaveLength(design.meters.length * DAYS);
    // E-138 is cut for the hours before the start: shortly after midnight what it missed lies in two days.
    const exact = design.meters.filter((meter) => meter.code !== 'E-138');
    for (const { code } of exact)
      for (let t = from; t < today; t += DAY_MS)
        expect([code, days.get(`${code} ${t}`)]).toEqual([code, plant.energy(code, t, t + DAY_MS)]);

    const hours = await energies(client, 201, today);
    const cut = new Set(['E-110', 'G-158', 'E-138']);
    for (const { code } of design.meters.filter((meter) => !cut.has(meter.code)))
      for (let t = from; t < today; t += HOUR_MS)
        expect([code, hours.get(`${code} ${t}`)]).toEqual([code, plant.energy(code, t, t + HOUR_MS)]);
  };

  it('says of every meter exactly what the steel plant knows', () => check(steel));
  it('says of every meter exactly what the campus knows', () => check(campus));

  it('leaves no list of the steel plant empty', async () => {
    const client = await product.login('steel', 'steel-demo');
    const empty: string[] = [];
    for (const { area, name } of listsOf(MENU)) {
      const page = await client.get<{ list: unknown[] }>(`/api/${area}/${name}/getpage`, { pageSize: 1 });
      if (page.data.list.length === 0 && !EMPTY.has(name)) empty.push(name);
    }
    expect(empty).toEqual([]);
  });

  it('tells an English reader every thing that has a second name in English', async () => {
    const operator = (await product.operator()).in('en');
    const own = resources.filter(({ name, scope }) => scope !== null || SHARED.has(name));
    const faults: string[] = [];
    for (const resource of own) {
      const { area, name, fields } = resource;
      const { data } = await operator.get<{ list: Named[] }>(`/api/${area}/${name}/getpage`, {
        pageSize: 500,
      });
      for (const row of data.list) {
        const beside = Object.keys(fields).flatMap((key) =>
          `${key}En` in row ? [[key, row[`${key}En`] ?? row[key]]] : [],
        );
        const titles = Object.entries(row.titles ?? {}).filter(([key]) =>
          hasSecond(fields[key]?.refers ?? 'org'),
        );
        for (const [key, text] of [...beside, ...titles])
          if (typeof text === 'string' && isChinese(text)) faults.push(`${name}.${String(key)} ${text}`);
      }
    }
    expect([...new Set(faults)]).toEqual([]);
    const tree = await operator.get<unknown>('/api/archive/consumer/getConsumerAndGroup');
    expect(JSON.stringify(tree.data)).not.toMatch(/\p{Script=Han}/u);
  });

  it('goes on sending after a restart, without a hole', async () => {
    const again = await start();
    await again.ready;
    await again.stop();
    const client = await product.login('steel', 'steel-demo');
    const ids = await meterIds(client);
    const { rows } = await product.database.pool.query<{ last: Date }>(
      `select max(ts) as last from reading where meter_id = $1`,
      [ids.get('E-101')],
    );
    expect(Date.now() - (rows[0]?.last.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it('adds the microgrid to one that an earlier version filled, once', async () => {
    const { pool } = product.database;
    const gateways = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ names: string[] }>(
        `select array(select jsonb_array_elements(value -> 'gateways') ->> 'plant') as names
          from setting where name = 'demonstrationState'`,
      );
      return rows[0]?.names ?? [];
    };
    const before = await gateways();
    await pool.query('delete from pv_inverter');
    await pool.query('delete from pv_plant');
    await pool.query(`update setting set value = jsonb_set(value, '{gateways}', (select jsonb_agg(g)
      from jsonb_array_elements(value -> 'gateways') g where g ->> 'plant' <> 'microgrid'))
      where name = 'demonstrationState'`);
    expect(await gateways()).toHaveLength(before.length - 2);
    const again = await start();
    await again.ready;
    await again.stop();
    expect((await gateways()).toSorted()).toEqual(before.toSorted());
    const operator = await product.operator();
    const count = async (resource: string): Promise<number> =>
      (await operator.get<unknown[]>(`/api/archive/${resource}/getall`)).data.length;
    expect([await count('pvPlant'), await count('pvInverter'), await count('storageStation')]).toEqual([
      1, 3, 1,
    ]);
    expect((await meterIds(await product.login('campus', 'campus-demo'))).size).toBe(
      campus.meters.length + MICROGRID_METERS.length,
    );
    const { rows } = await pool.query<{ code: string }>(
      `select distinct a.ammeter_code as code from reading r join ammeter a on a.id = r.meter_id
        where a.ammeter_code = any ($1) and r.ts > now() - interval '2 minutes'`,
      [['B-01', 'B-02']],
    );
    expect(rows).toHaveLength(2);
  });
});
