import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { startOfDate } from '#domain/time/text.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { DayWire, IntervalWire, PointWire } from '../contract.ts';

// Clocks go forward on 8 March 2026 there: the day has 23 hours.
const ZONE = 'America/New_York';

let product: Product;
let sites: TwoSites;
let operator: Client;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
});
afterAll(() => product.close());

const addPoint = (fields: object = {}) =>
  add(operator, 'signalPoint', {
    pointName: 'Breaker',
    pointCode: unique(),
    consumerId: sites.second.consumerId,
    siteId: sites.second.siteId,
    normalState: 1,
    ...fields,
  });

/** Points without those that enterprises have from the start. */
const list = async (client: Client, more: object = {}): Promise<readonly PointWire[]> =>
  ok(
    await client.get<Page<PointWire>>('/api/archive/signalPoint/getStates', { pageSize: 100, ...more }),
  ).list.filter(({ pointName }) => pointName !== 'Feeder switch');

const daysOf = async (id: number, begin: string, end: string): Promise<readonly DayWire[]> =>
  ok(await operator.get<Page<DayWire>>('/api/archive/signalPoint/getDays', { id, begin, end, pageSize: 100 }))
    .list;

describe('the states of points', () => {
  it('are told with their words and age, what is not normal first, then what is unknown', async () => {
    const [good, open, silent, never] = [
      await addPoint(),
      await addPoint(),
      await addPoint(),
      await addPoint(),
    ];
    const now = Date.now();
    await storeStates(product.database.db, [
      { pointId: good, ts: now - 90_000, value: 1 },
      { pointId: open, ts: now - 90_000, value: 0 },
      // Three expected intervals of a minute have passed.
      { pointId: silent, ts: now - 181_000, value: 1 },
    ]);
    const { consumerId } = sites.first;
    const points = await list(operator, { consumerId });
    expect(points.map(({ signalPointId }) => signalPointId)).toEqual([open, silent, never, good]);
    expect(points[0]).toMatchObject({
      value: 0,
      quality: 0,
      since: now - 90_000,
      heardAt: now - 90_000,
      expectedSeconds: 60,
      states: [
        { value: 0, zh: '分闸', en: 'Open' },
        { value: 1, zh: '合闸', en: 'Closed' },
      ],
    });
    const shown = async (name: string) =>
      (await list(operator, { consumerId, shown: name })).map(({ signalPointId }) => signalPointId);
    expect(await shown('abnormal')).toEqual([open]);
    expect(await shown('unknown')).toEqual([silent, never]);
  });

  it('of another site, or enterprise, are not there for who is limited', async () => {
    const { first } = sites;
    const foreign = await addPoint({ siteId: first.siteId });
    const own = await addPoint();
    await storeStates(product.database.db, [{ pointId: foreign, ts: Date.now(), value: 1 }]);
    for (const client of [sites.limited, sites.limitedItself]) {
      const seen = (await list(client)).map(({ signalPointId }) => signalPointId);
      expect(seen).toContain(own);
      expect(seen).not.toContain(foreign);
      const days = { id: foreign, begin: '2026-03-01', end: '2026-03-02' };
      for (const call of ['getHistory', 'getDays'])
        expect((await client.get(`/api/archive/signalPoint/${call}`, days)).code).toBe(404);
      expect(await list(client, { id: foreign })).toEqual([]);
    }
  });
});

describe('the history of a point', () => {
  it('is told by day in the zone of the site, unknown time apart, operations once', async () => {
    const siteId = await add(operator, 'monitorSite', {
      orgName: 'Abroad',
      orgCode: unique(),
      consumerId: sites.first.consumerId,
      timeZone: ZONE,
    });
    const id = await addPoint({ siteId, expectedSeconds: 3600, pointName: '=1+1' });
    const from = startOfDate(ZONE, '2026-03-07', 0);
    const at = (hour: number, value: number | null) => ({ pointId: id, ts: from + hour * HOUR_MS, value });
    // Closed from 10 h, hourly; opened at 30 h; not heard from 31 h to 40 h, closed again then; the device does not know at 45 h.
    const samples = [
      ...Array.from({ length: 20 }, (_, i) => at(10 + i, 1)),
      at(30, 0),
      at(31, 0),
      at(40, 1),
      at(42, 1),
      at(45, null),
      at(46, 1),
    ];
    for (const sample of samples.toReversed()) await storeStates(product.database.db, [sample, sample]);
    const days = await daysOf(id, '2026-03-07', '2026-03-09');
    expect(days.map(({ date, operations }) => [date, operations])).toEqual([
      ['2026-03-09', 0],
      ['2026-03-08', 2],
      ['2026-03-07', 0],
    ]);
    const hours = days.map(({ states, unknownSeconds }) => [
      ...states.map(({ value, seconds }) => [value, seconds / 3600]),
      ['unknown', unknownSeconds / 3600],
    ]);
    expect(hours).toEqual([
      [
        [1, 2],
        ['unknown', 22],
      ],
      // 23 hours: closed to 30 h and from 40 h to 45 h and from 46 h, open from 30 h to 34 h, unknown to 40 h.
      [
        [0, 4],
        [1, 6 + 5 + 1],
        ['unknown', 6 + 1],
      ],
      [
        [1, 14],
        ['unknown', 10],
      ],
    ]);
    const intervals = ok(
      await operator.get<Page<IntervalWire>>('/api/archive/signalPoint/getHistory', {
        id,
        begin: '2026-03-08',
        end: '2026-03-08',
      }),
    );
    expect(intervals.list.map(({ value }) => value)).toEqual([1, null, 1, null, 0, 1]);
    expect(intervals.pagination.total).toBe(6);
    const reply = await operator.download('/api/archive/signalPoint/exportDays', {
      id,
      begin: '2026-03-07',
      end: '2026-03-09',
      format: 'csv',
    });
    expect(reply.body.toString('utf8')).toContain('2026-03-08,4,12,7,2');
  });

  it('ends now, and says which days cannot be asked', async () => {
    const id = await addPoint({ expectedSeconds: 0 });
    const now = Date.now();
    await storeStates(product.database.db, [{ pointId: id, ts: now - 3 * 24 * HOUR_MS, value: 1 }]);
    const today = new Date(now + 8 * HOUR_MS).toISOString().slice(0, 10);
    const [day] = await daysOf(id, today, today);
    expect(day?.to).toBeGreaterThanOrEqual(now);
    expect(day?.to).toBeLessThan(now + MINUTE_MS);
    // It is sent on change only: it holds since then.
    expect(day).toMatchObject({ unknownSeconds: 0, operations: 0 });
    expect(await daysOf(id, '2199-01-01', '2199-01-02')).toEqual([]);
    for (const [begin, end] of [
      ['2026-03-02', '2026-03-01'],
      ['2026-01-01', '2026-12-31'],
    ])
      expect(await operator.get('/api/archive/signalPoint/getDays', { id, begin, end })).toMatchObject({
        code: 400,
        message: expect.stringContaining('End') as string,
      });
  });
});

describe('the archive of points', () => {
  it.each([
    [{ statesEn: '0=Open,2=Closed' }, 'States in English'],
    [{ statesZh: '分,合' }, 'States in Chinese'],
    [{ normalState: 7 }, 'Normal state'],
    [{ signalKey: 'DI1' }, 'Meter'],
    [{ siteId: 1_000_000 }, 'Site'],
  ])('refuses %j by its field', async (fields, name) => {
    const reply = await operator.post('/api/archive/signalPoint/add', {
      pointName: 'B',
      pointCode: unique(),
      consumerId: sites.first.consumerId,
      siteId: sites.first.siteId,
      ...fields,
    });
    expect(reply.code).toBe(400);
    expect(reply.message).toContain(name);
  });

  it('refuses a key that is a code of readings, and to forget what was recorded', async () => {
    const { ammeterId, siteId } = sites.second;
    const point = {
      pointName: 'B',
      pointCode: unique(),
      consumerId: sites.second.consumerId,
      siteId,
      ammeterId,
    };
    expect(await operator.post('/api/archive/signalPoint/add', { ...point, signalKey: 'pp' })).toMatchObject({
      code: 400,
      message: expect.stringContaining('Data key') as string,
    });
    const id = await addPoint();
    await storeStates(product.database.db, [{ pointId: id, ts: Date.now(), value: 1 }]);
    expect((await operator.post('/api/archive/signalPoint/del', { id })).code).toBe(409);
  });

  it('refuses a mapping of a point without its key, beside a meter, or of another enterprise', async () => {
    const { gatewayId, consumerId, ammeterId } = sites.second;
    const signalPointId = await addPoint();
    const map = (fields: object) =>
      operator.post('/api/archive/gatewayMapping/add', {
        gatewayId,
        consumerId,
        deviceName: 'RTU',
        signalPointId,
        ...fields,
      });
    expect((await map({})).message).toContain('Data key');
    expect((await map({ dataKey: 'Q1', ammeterId })).message).toContain('Meter');
    expect((await map({ dataKey: 'Q1', signalPointId: 1_000_000 })).code).toBe(400);
    ok(await map({ dataKey: 'Q1' }));
  });
});
