import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { type Client, ok, type Product } from '#test/product.ts';
import type { AssetSettlement, Ems, RevenueChart, RevenueEvent, SettlementStatement } from '../contract.ts';
import {
  DAYS,
  FROM,
  hourOf,
  micro,
  openScene,
  PATH,
  type Scene,
  truthOf,
} from '#test/build/settlementScene.ts';

let product: Product;
let operator: Client;
let scene: Scene;
let [consumerId, siteId] = [0, 0];
let meters: readonly number[] = [];

beforeAll(async () => {
  // All but an hour of 9 March.
  scene = await openScene((q) => q >= 800 && q < 804);
  ({ product, operator, consumerId, siteId, meters } = scene);
});
afterAll(() => product.close());

const settled = (month?: string): Promise<SettlementStatement> => scene.settled(month);

/** The tariff period of an hour in Guangdong, March, as its notice says it. */
const periodOf = (hour: number): 2 | 3 | 4 =>
  hour < 8 ? 4 : (hour >= 10 && hour < 12) || (hour >= 14 && hour < 19) ? 2 : 3;
const PRICE: Record<2 | 3 | 4, bigint> = { 2: 1_105_000n, 3: 650_000n, 4: 247_000n };
/** Half up to the fen of a sum of kWh × yuan in trillionths. */
const fen = (exact: bigint): number => Number((exact + 5n * 10n ** 9n) / 10n ** 10n) / 100;

/** What the month comes to, added up quarter by quarter by this test alone. */
function oracle(quarters = DAYS * 96) {
  const sums = new Map<string, bigint>();
  const add = (key: string, value: bigint): void => void sums.set(key, (sums.get(key) ?? 0n) + value);
  for (let q = 0; q < quarters; q++) {
    const one = truthOf(q);
    const period = periodOf(hourOf(q));
    add(`discharging${period}`, micro(one.discharged) * PRICE[period]);
    add(`charging${period}`, micro(one.charged) * PRICE[period]);
    const [pv, fed] = [micro(one.pv), micro(one.fedIn)];
    const load = pv + micro(one.bought) + micro(one.discharged) - micro(one.charged) - fed;
    const left = pv > load ? pv - load : 0n;
    const toBattery = left < micro(one.charged) ? left : micro(one.charged);
    add('feedIn0', (left - toBattery) * 400_000n);
    add(`pvSelfUse${period}`, (pv - (left - toBattery)) * PRICE[period]);
    add('passed', micro(one.charged) + micro(one.discharged));
  }
  return sums;
}

const partOf = ({ settlement }: SettlementStatement, kind: string): AssetSettlement => {
  const found = settlement.assets.find(({ asset }) => asset === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
};
const amounts = ({ rows }: AssetSettlement): Record<string, number | null> =>
  Object.fromEntries(rows.map(({ type, period, amount }) => [`${type}${period}`, amount]));

test('a month with a gap says the gap, and what is known of it', async () => {
  const battery = partOf(await settled(), 'storage');
  expect(battery.coverage).toBe(99);
  // The hour lacks at the supply too: the demand saved is proved without it, and says so.
  const gap = { quarters: 4, from: FROM + 800 * Q, to: FROM + 804 * Q };
  expect(battery.doubts).toMatchObject([
    { reason: 'missing', ...gap },
    { reason: 'demandGap', ...gap },
  ]);
  expect(battery.efficiencyDays).toEqual({ known: 31, of: 31 });
});

test('the whole month is equal to the fen to what this test adds up, whatever came late', async () => {
  await scene.deliver([803, 801, 800, 802]);
  await foldDirty(product.database.db);
  const statement = await settled();
  const sums = oracle();
  const line = (key: string): number => fen(sums.get(key) ?? 0n);
  const battery = partOf(statement, 'storage');
  const pv = partOf(statement, 'pv');
  expect(battery.doubts).toEqual([]);
  const demand = battery.demands[0]?.amount ?? 0;
  expect(amounts(battery)).toEqual({
    discharging2: line('discharging2'),
    discharging3: line('discharging3'),
    charging3: -line('charging3'),
    charging4: -line('charging4'),
    wear0: -fen(((sums.get('passed') ?? 0n) * 50_000n) / 2n),
    ...(demand === 0 ? {} : { demandSaved0: demand }),
    operation0: -310,
  });
  expect(amounts(pv)).toEqual({
    pvSelfUse2: line('pvSelfUse2'),
    pvSelfUse3: line('pvSelfUse3'),
    pvSelfUse4: line('pvSelfUse4'),
    feedIn0: line('feedIn0'),
  });
  const gross = line('discharging2') + line('discharging3') - line('charging3') - line('charging4');
  expect(battery.gross).toBeCloseTo(gross, 6);
  expect((battery.customer ?? 0) + (battery.owner ?? 0)).toBeCloseTo(gross, 6);
  expect(statement.settlement.net).toBeCloseTo(battery.net + pv.net, 6);
});

test('the demand saved is proved by two quarters that can be looked at', async () => {
  const [proof] = partOf(await settled(), 'storage').demands;
  let [actual, without] = [0, 0];
  for (let q = 0; q < DAYS * 96; q++) {
    const { bought, fedIn, charged, discharged } = truthOf(q);
    actual = Math.max(actual, Number(bought) * 4);
    without = Math.max(without, (Number(bought) - Number(fedIn) + Number(discharged) - Number(charged)) * 4);
  }
  expect(proof?.actual).toBeCloseTo(actual, 4);
  expect(proof?.without).toBeCloseTo(without, 4);
  expect(proof?.amount).toBeCloseTo(Math.round((proof?.without ?? 0) * 3200) / 100 - Math.round((proof?.actual ?? 0) * 3200) / 100, 2); // prettier-ignore
});

test('charts by day have a bar a day, events run up to the net of what batteries did', async () => {
  const params = { siteId, fromDt: '2024-03-01', toDt: '2024-03-31' };
  const chart = ok(await operator.get<RevenueChart>(`${PATH}/getRevenueCostChart`, params));
  expect([chart.step, chart.bars.length, chart.types.length]).toEqual(['day', 31, 8]);
  const statement = await settled();
  expect(chart.total.net).toBe(statement.settlement.net);
  // The demand saved of the month is in its last day alone.
  const place = chart.types.findIndex(({ code }) => code === 'demandSaved');
  const saved = partOf(statement, 'storage').demands[0]?.amount ?? NaN;
  expect(chart.bars.map(({ values }) => values[place])).toEqual([...Array.from({ length: 30 }, () => null), saved]); // prettier-ignore
  const events = ok(await operator.get<RevenueEvent[]>(`${PATH}/getRevenueCostEventChart`, params));
  expect(events.filter(({ type }) => type === 'charging').length).toBe(62);
  expect(events.map(({ type }) => type)).toContain('demandSaved');
  expect(events.filter(({ at, end }) => end < at)).toEqual([]);
  const sum = events.reduce((total, { amountValue }) => total + Math.round((amountValue ?? 0) * 100), 0);
  expect(Math.round((events.at(-1)?.netIncome ?? 0) * 100)).toBe(sum);
  const refused = await operator.get(`${PATH}/getRevenueCostChart`, { siteId, fromDt: '2024-03-31', toDt: '2024-03-01' }); // prettier-ignore
  expect(refused).toMatchObject({ code: 400 });
});

const keep = async (): Promise<unknown> => ok(await operator.post(`${PATH}/issueSettlement`, { siteId, month: '2024-03' })); // prettier-ignore
const takeBack = async (): Promise<unknown> => ok(await operator.post(`${PATH}/revokeSettlement`, { siteId, month: '2024-03' })); // prettier-ignore

test('a battery put out of use since is settled as it was; one within a month up to then', async () => {
  const { db } = product.database;
  const set = (changes: string) =>
    sql`update storage_station set ${sql.raw(changes)} where site_id = ${siteId}`.execute(db);
  const before = await settled();
  await keep();
  await set("state = '0'");
  const after = await settled();
  expect(after.issued).toMatchObject({ differences: [], causes: [] });
  expect(partOf(after, 'pv')).toEqual(partOf(before, 'pv'));
  expect(ok(await operator.get(`${PATH}/getSites`, { consumerId }))).toMatchObject([{ siteId, stations: 0, plants: 1, timeZone: 'Asia/Shanghai', settlementDay: 1, settlementHour: 0 }]); // prettier-ignore
  await takeBack();
  await set("_retired_at = '2024-03-16T00:00:00+08:00'");
  const half = await settled();
  expect(partOf(half, 'storage').coverage).toBe(100);
  expect(partOf(half, 'storage').doubts.map(({ reason }) => reason)).not.toContain('missing');
  expect(amounts(partOf(half, 'storage'))).toMatchObject({ operation0: -150 });
  expect(partOf(half, 'pv').doubts).toEqual([]);
  // What it saved of the demand of the month is in the bars though it has no share in the last day.
  const chart = ok(await operator.get<RevenueChart>(`${PATH}/getRevenueCostChart`, { siteId, fromDt: '2024-03-01', toDt: '2024-03-31' })); // prettier-ignore
  const place = chart.types.findIndex(({ code }) => code === 'demandSaved');
  expect(chart.bars.at(-1)?.values[place]).toBe(partOf(half, 'storage').demands[0]?.amount);
  // Nothing of it is left in a month that began later.
  expect((await settled('2024-04')).settlement.assets.map(({ asset }) => asset)).toEqual(['pv']);
  await set("state = '1'");
  expect(partOf(await settled(), 'storage')).toEqual(partOf(before, 'storage'));
});

test('settled at another hour than midnight each day is paid once, and the demand of a month is in its dates', async () => {
  const { db } = product.database;
  const rule = (day: number | null, hour: number | null) =>
    sql`update monitor_site set settlement_day = ${day}, settlement_hour = ${hour} where id = ${siteId}`.execute(
      db,
    );
  await rule(1, 8);
  const march = partOf(await settled(), 'storage');
  expect(amounts(march)).toMatchObject({ operation0: -310 });
  expect(amounts(partOf(await settled('2024-04'), 'storage'))).toMatchObject({ operation0: -310 });
  const params = { siteId, fromDt: '2024-03-01', toDt: '2024-03-31' };
  const { total } = ok(await operator.get<RevenueChart>(`${PATH}/getRevenueCostChart`, params));
  expect(march.demands).toHaveLength(1);
  expect(total.assets.find(({ asset }) => asset === 'storage')?.demands).toEqual(march.demands);
  await rule(null, null);
});

test('demand costs nine tenths where its bill does; without a capacity it is at the full price and in doubt', async () => {
  const agree = (discount: boolean, capacity: number | null) =>
    sql`update price_agreement set demand_discount = ${discount}, capacity = ${capacity}
      where consumer_id = ${consumerId} and measure_account = 'A'`.execute(product.database.db);
  const demand = async () => {
    const { demands, doubts } = partOf(await settled(), 'storage');
    return { ...demands[0], doubts: doubts.filter(({ reason }) => reason === 'noCapacity') };
  };
  await agree(true, 1);
  const { actual = 0, without = 0, ...well } = await demand();
  const cost = (kW: number): number => Math.round(kW * 2880) / 100;
  expect(well).toMatchObject({ price: 28.8, doubts: [] });
  expect(well.amount).toBeCloseTo(cost(without) - cost(actual), 2);
  await agree(true, 1_000_000);
  expect(await demand()).toMatchObject({ price: 32, doubts: [] });
  await agree(true, null);
  expect(await demand()).toMatchObject({
    price: 32,
    doubts: [{ reason: 'noCapacity', quarters: DAYS * 96 }],
  });
  await agree(false, 400);
});

test('two batteries behind one supply say that what each saved does not add up', async () => {
  const id = await scene.add('archive/storageStation', {
    siteId,
    stationName: 'Second',
    stationMeterId: meters[3],
    gridMeterId: meters[1],
    measureAccount: 'A',
    ratedEnergy: 100,
    ratedPower: 50,
  });
  const { settlement } = await settled();
  const doubts = settlement.assets.filter(({ asset }) => asset === 'storage').map((one) => one.doubts);
  expect(doubts[0]).toMatchObject([{ reason: 'sharedSupply', quarters: DAYS * 96 }]);
  // Of the second nothing is known: no quarter proves what it saved.
  expect(doubts[1]).toMatchObject([{ reason: 'demandGap', quarters: DAYS * 96 }]);
  await sql`delete from storage_station where id = ${id}`.execute(product.database.db);
});

test('piles bring the service fees of the sessions that are settled, each pile for itself', async () => {
  const { db } = product.database;
  const pileId = await scene.add('archive/chargePile', {
    siteId,
    pileName: 'Pile',
    pileCode: 'P-1',
    ratedPower: 60,
  });
  const session = (state: string, fee: number | null, hour: number) =>
    sql`
    insert into charge_session (consumer_id, site_id, pile_id, connector, session_name, id_tag, session_state, begin_at,
      energy, service_fee, meter_start, _told_at, _tag_accepted)
    values (${consumerId}, ${siteId}, ${pileId}, 1, ${`S${hour}`}, 'tag', ${state}, ${new Date(FROM + hour * 4 * Q)}, 10.5,
      ${fee}, 0, now(), true)`.execute(db);
  await session('2', 4.2, 9);
  await session('2', 4.15, 30);
  await session('1', null, 40);
  const pile = partOf(await settled(), 'pile');
  expect(pile).toMatchObject({ assetName: 'Pile', net: 8.35, coverage: null });
  expect(pile.rows).toMatchObject([{ type: 'pile', quantity: 21, amount: 8.35 }]);
  await sql`update charge_pile set state = '0' where id = ${pileId}`.execute(db);
  expect(partOf(await settled(), 'pile')).toEqual(pile);
});

test('a chart by month is of the whole time, and names the month of a demand that was saved', async () => {
  const { db } = product.database;
  const [battery = 0, grid = 0] = meters;
  const april = FROM + DAYS * 96 * Q;
  const told = (meterId: number, code: 'PP' | 'RP', value: string) => ({ meterId, code, value, start: april, end: april + Q }); // prettier-ignore
  await storeIntervals(db, [told(battery, 'PP', '0'), told(battery, 'RP', '5'), told(grid, 'PP', '10'), told(grid, 'RP', '0')]); // prettier-ignore
  while (await foldDirty(db));
  const params = { siteId, fromDt: '2024-02-25', toDt: '2024-05-05' };
  const { step, bars, total } = ok(await operator.get<RevenueChart>(`${PATH}/getRevenueCostChart`, params));
  expect([step, bars.map(({ label }) => label)]).toEqual([
    'month',
    ['2024-02-25 – 02-29', '2024-03', '2024-04', '2024-05-01 – 05-05'],
  ]);
  const fens = bars.map(({ net }) => Math.round(net * 100));
  // Bars are rounded by themselves.
  expect(Math.abs(fens.reduce((sum, one) => sum + one, 0) - Math.round(total.net * 100))).toBeLessThan(30);
  const rows = total.assets.flatMap((asset) => asset.rows);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(rows.flatMap(({ type, month }) => (type === 'demandSaved' ? month : []))).toEqual(['2024-03', '2024-04']); // prettier-ignore
});

test('a month that has not begun, and a site of nobody, are refused', async () => {
  expect(await operator.get(`${PATH}/getSettlement`, { siteId, month: '2199-01' })).toMatchObject({
    code: 400,
  });
  expect(await operator.get(`${PATH}/getSettlement`, { siteId: 999_999, month: '2024-03' })).toMatchObject({ code: 404 }); // prettier-ignore
});

test('tells the stations of sites with their EMS', async () => {
  const list = ok(await operator.get<Ems[]>(`${PATH}/getEmsList`, { siteIds: String(siteId) }));
  expect(list).toMatchObject([
    { stationName: 'Battery', ammeterId: meters[0], gatewayId: null, lastSeenAt: null },
  ]);
});
