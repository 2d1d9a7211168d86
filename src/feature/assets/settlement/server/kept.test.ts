import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { type Client, ok, type Product } from '#test/product.ts';
import type { SettlementStatement } from '../contract.ts';
import { between } from '../domain/statementPaper.ts';
import { keptDays } from './issue.ts';
import { FROM, micro, openScene, PATH, type Scene, truthOf } from '#test/build/settlementScene.ts';
import { findMonth, statementOf } from './statement.ts';
import { settlementSheets } from './workbook.ts';

let product: Product;
let operator: Client;
let scene: Scene;
let siteId = 0;
let meters: readonly number[] = [];

beforeAll(async () => {
  scene = await openScene();
  ({ product, operator, siteId, meters } = scene);
});
afterAll(() => product.close());

const settled = (): Promise<SettlementStatement> => scene.settled();

/** What the change log says of kept settlements, the newest first. */
const logged = async () => {
  const { rows } = await sql<{ action: string; by: string; net: number; siteId: number }>`
    select action, user_name as by, (coalesce(after, before) -> 'settlement' ->> 'net')::float8 as net,
      (coalesce(after, before) ->> 'siteId')::integer as "siteId"
    from oper_log where resource = 'assetSettlement' order by id desc`.execute(product.database.db);
  return rows;
};

test('a kept month says what a correction changed, line by line and why; it is taken back', async () => {
  const before = await settled();
  ok(await operator.post(`${PATH}/issueSettlement`, { siteId, month: '2024-03' }));
  expect(await operator.post(`${PATH}/issueSettlement`, { siteId, month: '2024-03' })).toMatchObject({
    code: 409,
  });
  expect((await settled()).issued).toMatchObject({ differences: [], causes: [], days: [] });
  expect(await logged()).toMatchObject([{ action: 'add', net: before.settlement.net, siteId }]);
  const [battery = 0] = meters;
  await storeIntervals(product.database.db, [
    { meterId: battery, code: 'RP', value: '25', start: FROM + 40 * Q, end: FROM + 41 * Q },
  ]);
  await foldDirty(product.database.db);
  const { issued, settlement } = await settled();
  // Every line, amount and share that was signed is there still, beside what is computed now.
  expect(issued?.kept).toEqual(before.settlement);
  expect(settlement.net).not.toBe(before.settlement.net);
  expect(issued?.amountsAlone).toBe(false);
  expect(issued?.differences).toMatchObject([{ type: 'discharging', period: 2 }, { type: 'wear' }]);
  expect(issued?.days).toMatchObject([{ date: '2024-03-01', ammeterId: battery }]);
  expect(issued?.causes.map(({ en }) => en)).toContain('The energy of 1 day has changed');
  const file = await operator.download(`${PATH}/exportSettlement`, { siteId, month: '2024-03' });
  expect(file.body.subarray(0, 2).toString()).toBe('PK');
  const found = await findMonth(product.database.db, siteId, '2024-03', Date.now());
  const days = { rows: (await keptDays(product.database.db, found)) ?? [], kept: true };
  const [lines] = settlementSheets(await statementOf(product.database.db, found, 'a'), days, 'en');
  expect(lines?.rows?.at(-1)?.slice(5, 8)).toEqual([
    before.settlement.net,
    settlement.net,
    between(before.settlement.net, settlement.net),
  ]);
  expect(days.rows.find(({ date }) => date === '2024-03-01')?.second).not.toBe(found.days[0]?.second);
  expect(days.rows).toHaveLength(found.days.length);
  ok(await operator.post(`${PATH}/revokeSettlement`, { siteId, month: '2024-03' }));
  expect((await settled()).issued).toBeNull();
  expect(await logged()).toMatchObject([
    { action: 'del', net: before.settlement.net, siteId },
    { action: 'add', siteId },
  ]);
});

test('a month kept before energies were still shows amounts, prices and shares', async () => {
  const before = await settled();
  await keep();
  await sql`update asset_settlement set snapshot = snapshot - 'told' where site_id = ${siteId}`.execute(product.database.db); // prettier-ignore
  const { issued } = await settled();
  expect(issued?.amountsAlone).toBe(true);
  const own = ({ assets }: SettlementStatement['settlement']) =>
    assets.map(({ rows, net, gross, customer, owner }) => ({
      rows: rows.map(({ key, price, amount }) => ({ key, price, amount })),
      totals: { net, gross, customer, owner },
    }));
  expect(issued && own(issued.kept)).toEqual(own(before.settlement));
  expect(issued?.kept.net).toBe(before.settlement.net);
  expect(issued?.kept.assets[0]).toMatchObject({ charged: null, efficiencyDays: null });
  const file = await operator.download(`${PATH}/exportSettlement`, {
    siteId,
    month: '2024-03',
    format: 'pdf',
  });
  expect(file.body.subarray(0, 4).toString()).toBe('%PDF');
  await takeBack();
});

const keep = async (): Promise<unknown> => ok(await operator.post(`${PATH}/issueSettlement`, { siteId, month: '2024-03' })); // prettier-ignore
const takeBack = async (): Promise<unknown> => ok(await operator.post(`${PATH}/revokeSettlement`, { siteId, month: '2024-03' })); // prettier-ignore

test('other shares are told with their cause, also where every line is as it was kept', async () => {
  const { db } = product.database;
  const before = (await settled()).settlement.assets[0];
  await keep();
  const set = (changes: string) => sql`update storage_station set ${sql.raw(changes)} where site_id = ${siteId}`.execute(db); // prettier-ignore
  await set("customer_share = 20, station_name_en = 'Battery in English'");
  const statement = await settled();
  const [now] = statement.settlement.assets;
  const difference = between(before?.customer ?? 0, now?.customer ?? 0);
  expect(difference).not.toBe(0);
  expect(statement.issued).toMatchObject({
    differences: [],
    shares: [
      { share: 'customer', assetName: 'Battery in English', issued: before?.customer, now: now?.customer, difference }, // prettier-ignore
      { share: 'owner', issued: before?.owner, now: now?.owner },
    ],
    causes: [{ en: 'Battery in English: Share of the customer changed from 15 to 20' }],
  });
  const sheets = settlementSheets(statement, { rows: [], kept: true }, 'en');
  const told = sheets.flatMap(({ rows }) => rows ?? []).map((row) => row.join(' '));
  expect(told.find((row) => row.startsWith('Battery in English Share of the customer'))).toContain(
    String(difference),
  );
  await set('wear_cost = 0.06, customer_share = 15');
  // Lines, days and figures are called as the reader calls the asset.
  const names = new Set((await settled()).issued?.differences.map(({ assetName }) => assetName));
  expect([...names]).toEqual(['Battery in English']);
  const days = await db.transaction().execute(async (trx) => {
    await sql`select set_config('meterhouse.language', 'en', true)`.execute(trx);
    return keptDays(trx, await findMonth(trx, siteId, '2024-03', Date.now()));
  });
  expect(days?.[0]?.assetName).toBe('Battery in English');
  await set('wear_cost = 0.05, station_name_en = null');
  await takeBack();
});

test('what moved within a day, at the supply or by the settings of an asset is told as the cause of a difference', async () => {
  const { db } = product.database;
  const [battery = 0, grid = 0] = meters;
  const given = async (meterId: number, q: number, value: string): Promise<void> => {
    await storeIntervals(db, [{ meterId, code: 'RP', value, start: FROM + q * Q, end: FROM + (q + 1) * Q }]);
    await foldDirty(db);
  };
  const found = async () => {
    const { issued } = await settled();
    return { ...issued, causes: issued?.causes.map(({ en }) => en) };
  };
  await keep();
  // What was taken for 2 kWh of the peak of 2 March was discharged in its flat period.
  const less = (Number(micro(truthOf(96 + 40).discharged)) - 2e6) / 1e6;
  const more = (Number(micro(truthOf(96 + 76).discharged)) + 2e6) / 1e6;
  await given(battery, 96 + 40, less.toFixed(6));
  await given(battery, 96 + 76, more.toFixed(6));
  const moved = 'The energy of 1 day lies at other times of the day: 2024-03-02';
  expect(await found()).toMatchObject({
    differences: [
      { type: 'discharging', period: 2 },
      { type: 'discharging', period: 3 },
    ],
    days: [],
    causes: [moved],
  });
  await given(grid, 2 * 96 + 48, '0');
  expect((await found()).causes).toEqual([moved, 'The energy of the grid meter has changed on 1 day: 2024-03-03']); // prettier-ignore
  await takeBack();
  await keep();
  const begun = (date: string | null) =>
    sql`update storage_station set commissioned = ${date}::date where site_id = ${siteId}`.execute(db);
  await begun('2024-03-16');
  expect((await found()).causes).toEqual(['Battery: Commissioned on changed from -- to 2024-03-16']);
  await begun(null);
  // One that was kept before causes were on record says what there may be.
  await sql`update asset_settlement set snapshot = snapshot - 'marks' - 'periods' where site_id = ${siteId}`.execute(db); // prettier-ignore
  await given(grid, 2 * 96 + 49, '0');
  expect((await found()).causes?.[0]).toMatch(/^The spread of the energy within days/);
  await takeBack();
});
