import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { SettlementStatement } from '#feature/assets/settlement/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { AssetOverview } from '../contract.ts';

const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const DATES = ['2024-03-01', '2024-03-02', '2024-03-03'];

/** Thousandths of kWh in a quarter of an hour: of two batteries, two roofs and the supply, and what the site used. */
interface Quarter {
  readonly charged: readonly number[];
  readonly discharged: readonly number[];
  readonly pv: readonly number[];
  readonly bought: number;
  readonly fedIn: number;
  readonly load: number;
}

/** Of the second battery: which is retired in a test. */
let second = 0;
/** Enters an asset behind the supply. */
let enter: (path: string, row: object) => Promise<number>;
/** A battery that was heard on the third day first. */
let late = 0;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whatever a site may do: batteries against each other, PV beyond what is used, nothing at all. */
function quartersOf(seed: number): Quarter[] {
  let state = seed;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  return Array.from({ length: DATES.length * 96 }, (_, q) => {
    const sunny = q % 96 > 28 && q % 96 < 72;
    const ways = [0, 1].map(() => below(3));
    const charged = ways.map((way) => (way === 1 ? below(25_000) : 0));
    const discharged = ways.map((way) => (way === 2 ? below(25_000) : 0));
    const pv = [0, 1].map(() => (sunny ? below(40_000) : 0));
    const load = below(5) === 0 ? 0 : below(60_000);
    const net = load + sum(charged) - sum(discharged) - sum(pv);
    return { charged, discharged, pv, load, bought: Math.max(0, net), fedIn: Math.max(0, -net) };
  });
}

const SEED = 20_240_301;
const QUARTERS = quartersOf(SEED);
let product: Product;
let operator: Client;
let siteId = 0;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: 'conserved', meters: 6 });
  const { consumerId, meterIds } = built;
  ({ siteId } = built);
  const [one = 0, two = 0, roof = 0, shed = 0, grid = 0, third = 0] = meterIds;
  late = third;
  await storeIntervals(
    db,
    QUARTERS.flatMap((quarter, q) => {
      const [start, end] = [FROM + q * Q, FROM + (q + 1) * Q];
      const told = (meterId: number, forward: number | undefined, reverse: number | undefined) =>
        ([['PP', forward], ['RP', reverse]] as const).map(([code, value]) => ({ meterId, code, start, end, value: ((value ?? 0) / 1000).toFixed(3) })); // prettier-ignore
      return [
        ...told(one, quarter.charged[0], quarter.discharged[0]),
        ...told(two, quarter.charged[1], quarter.discharged[1]),
        ...told(roof, quarter.pv[0], 0),
        ...told(shed, quarter.pv[1], 0),
        ...told(grid, quarter.bought, quarter.fedIn),
        ...(q < 2 * 96 ? [] : told(third, 0, 0)),
      ];
    }),
  );
  while (await foldDirty(db));
  enter = async (path, row) =>
    ok(await operator.post<{ id: number }>(`/api/archive/${path}/add`, { consumerId, siteId, gridMeterId: grid, ...row })).id; // prettier-ignore
  const add = enter;
  for (const [i, stationMeterId] of [one, two].entries())
    second = await add('storageStation', { stationName: `Battery ${i}`, stationMeterId, ratedEnergy: 200, ratedPower: 100 }); // prettier-ignore
  for (const [i, ammeterId] of [roof, shed].entries())
    await add('pvPlant', { plantName: `Roof ${i}`, ammeterId, ratedPower: 160 });
}, 60_000);
afterAll(() => product.close());

const kWh = (take: (quarter: Quarter) => number, quarters = QUARTERS): number =>
  sum(quarters.map(take)) / 1000;

test.each(DATES.map((date, i) => [date, i] as const))(
  'on %s what comes in goes out in every quarter, and the day is the sum of them',
  async (date, i) => {
    const { curve, energies } = ok(
      await operator.get<AssetOverview>('/api/sdata/operationAnalysis/getOverview', { siteId, date }),
    );
    const day = QUARTERS.slice(i * 96, (i + 1) * 96);
    for (const [q, quarter] of day.entries()) {
      const told = [curve.pv[q], curve.battery[q], curve.grid[q], curve.load[q]].map((kW) => kW ?? NaN);
      const [pv = NaN, battery = NaN, grid = NaN, load = NaN] = told;
      expect([q, Math.abs(Math.round((pv + battery + grid - load) * 1e6))]).toEqual([q, 0]);
      expect([q, load]).toEqual([q, (quarter.load * 4) / 1000]);
    }
    const known = { pv: kWh(({ pv }) => sum(pv), day), load: kWh(({ load }) => load, day), bought: kWh(({ bought }) => bought, day) }; // prettier-ignore
    expect(energies.pv).toBeCloseTo(known.pv, 6);
    expect(energies.load).toBeCloseTo(known.load, 6);
    expect(energies.bought).toBeCloseTo(known.bought, 6);
    expect((energies.selfUsed ?? NaN) + (energies.fedIn ?? NaN)).toBeCloseTo(known.pv, 6);
  },
);

test('the settlement shares out every kWh that the meters counted, once', async () => {
  const { settlement } = ok(
    await operator.get<SettlementStatement>('/api/sdata/storageStrategy/getSettlement', {
      siteId,
      month: '2024-03',
    }),
  );
  const rows = settlement.assets.flatMap((asset) => asset.rows);
  const of = (type: string): number => sum(rows.filter((row) => row.type === type).map(({ quantity }) => quantity ?? NaN)); // prettier-ignore
  expect(of('charging')).toBeCloseTo(kWh(({ charged }) => sum(charged)), 6); // prettier-ignore
  expect(of('discharging')).toBeCloseTo(kWh(({ discharged }) => sum(discharged)), 6); // prettier-ignore
  expect(of('pvSelfUse') + of('feedIn')).toBeCloseTo(kWh(({ pv }) => sum(pv)), 6); // prettier-ignore
  // What PV leaves of load and batteries goes out; what batteries give beyond the load does, too, and is no feed-in of PV.
  const left = kWh(({ pv, load, charged }) => Math.max(0, sum(pv) - load - sum(charged)));
  expect(of('feedIn')).toBeCloseTo(left, 6);
});

const dayOf = async (date: string): Promise<Pick<AssetOverview, 'curve' | 'energies'>> => {
  const { curve, energies } = ok(
    await operator.get<AssetOverview>('/api/sdata/operationAnalysis/getOverview', { siteId, date }),
  );
  return { curve: { ...curve, soc: [] }, energies };
};

test('a battery that is entered later takes nothing from the days before it was heard', async () => {
  const before = await dayOf('2024-03-01');
  await enter('storageStation', { stationName: 'Late', stationMeterId: late, ratedEnergy: 200, ratedPower: 100 }); // prettier-ignore
  const { curve, energies } = await dayOf('2024-03-01');
  expect(curve).toEqual(before.curve);
  // What PV fed in is told by the settlement.
  expect(energies).toMatchObject({ ...before.energies, selfUsed: energies.selfUsed, fedIn: energies.fedIn });
  expect((await dayOf('2024-03-03')).energies.charged).not.toBeNull();
});

test('a day that is over keeps what was retired since, and the present does without it', async () => {
  const before = await dayOf('2024-03-02');
  ok(await operator.post('/api/archive/storageStation/edit', { id: second, state: '0' }));
  expect(await dayOf('2024-03-02')).toEqual(before);
  const { stations } = ok(await operator.get<AssetOverview>('/api/sdata/operationAnalysis/getOverview', { siteId, date: '2024-03-02' })); // prettier-ignore
  expect(stations.map(({ stationId }) => stationId)).not.toContain(second);
});
