import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

const LIST = '/api/sdata/importData/getImportDataList';

let product: Product;
let far: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  far = await buildEnterprise(product, { timeZone: 'America/New_York' });
});
afterAll(() => product.close());

/** Enters a value of a meter; answers what the list calls it. */
async function enter(time: string, begin?: string, ammeterId = far.ammeterId): Promise<number> {
  const { importDataId } = ok(
    await far.client.post<{ importDataId: number }>('/api/sdata/importData/insert', {
      consumerId: far.consumerId,
      ammeterId,
      dataCode: 'PP',
      time,
      ...(begin ? { begin } : {}),
      value: '5',
    }),
  );
  return importDataId;
}

interface Listed {
  readonly importDataId: number;
  readonly timeZone: string;
}

const listed = async (context: Readonly<Record<string, string | number>>): Promise<Listed[]> =>
  ok(
    await far.client.get<{ list: Listed[] }>(LIST, { consumerId: far.consumerId, pageSize: 100, ...context }),
  ).list;
const found = async (context: Readonly<Record<string, string | number>>): Promise<number[]> =>
  (await listed(context)).map((row) => row.importDataId);
const onDay = (day: string) => found({ start: day, end: day });

describe('the days of the list are those of the site', () => {
  it('an entry late in the evening is of that day there, whatever the day is in Greenwich', async () => {
    const late = await enter('2024-03-05T23:30:00-05:00');
    expect(await onDay('2024-03-05')).toEqual([late]);
    expect(await onDay('2024-03-06')).toEqual([]);
    expect((await listed({ start: '2024-03-05', end: '2024-03-05' }))[0]?.timeZone).toBe('America/New_York');
  });

  it('from 00:00:00 to 23:59:59: what ends at midnight is of the day before, an instant of its own', async () => {
    const hour = await enter('2024-04-02T00:00:00-04:00', '2024-04-01T23:00:00-04:00');
    const instant = await enter('2024-04-02T00:00:00-04:00');
    const last = await enter('2024-04-02T23:59:59-04:00');
    expect(await onDay('2024-04-01')).toEqual([hour]);
    expect(await onDay('2024-04-02')).toEqual([last, instant]);
    expect(await onDay('2024-04-03')).toEqual([]);
    expect(await found({ start: '2024-04-01', end: '2024-04-30' })).toEqual([last, instant, hour]);
  });

  it('a site of another zone has its own days', async () => {
    const { consumerId } = far;
    const operator = await product.operator();
    const siteId = await add(operator, 'monitorSite', {
      orgName: 'East',
      orgCode: unique(),
      consumerId,
      timeZone: 'Asia/Tokyo',
    });
    const east = await add(operator, 'ammeter', {
      ammeterName: 'East',
      ammeterCode: unique(),
      consumerId,
      siteId,
      deviceType: '4',
      dataType: '1',
    });
    const early = await enter('2024-05-02T00:30:00+09:00', undefined, east);
    expect(await onDay('2024-05-02')).toEqual([early]);
    expect(await onDay('2024-05-01')).toEqual([]);
    expect(await found({ orgId: siteId })).toEqual([early]);
  });
});

describe('the interval of the list', () => {
  it('finds entries by what lies between their begin and end, days and months on the clock of the site', async () => {
    const quarter = await enter('2024-06-03T00:15:00-04:00', '2024-06-03T00:00:00-04:00');
    const hour = await enter('2024-06-03T02:00:00-04:00', '2024-06-03T01:00:00-04:00');
    // The clock goes forward on this day: it has 23 hours.
    const day = await enter('2025-03-10T00:00:00-04:00', '2025-03-09T00:00:00-05:00');
    const month = await enter('2025-03-01T00:00:00-05:00', '2025-02-01T00:00:00-05:00');
    const year = await enter('2024-01-01T00:00:00-05:00', '2023-01-01T00:00:00-05:00');
    const among = async (interval: number): Promise<number[]> =>
      (await found({ interval })).filter((id) => [quarter, hour, day, month, year].includes(id));
    expect(await among(115)).toEqual([quarter]);
    expect(await among(900)).toEqual([quarter]);
    expect(await among(201)).toEqual([hour]);
    expect(await among(301)).toEqual([day]);
    expect(await among(501)).toEqual([month]);
    expect(await among(601)).toEqual([year]);
    expect(await among(60)).toEqual([]);
  });

  it('an entry of an instant has none', async () => {
    const instant = await enter('2024-07-01T08:00:00-04:00');
    const all = await Promise.all([115, 201, 301, 501, 601].map((interval) => found({ interval })));
    expect(all.flat()).not.toContain(instant);
    expect(await onDay('2024-07-01')).toEqual([instant]);
  });

  it('finds files by the interval that was chosen for them', async () => {
    const rows = ['time,Usage_kWh', ...[1, 2, 3].map((h) => `2024-08-01 0${h}:00,${h}`)].join('\n');
    const file = { name: 'hours.csv', content: Buffer.from(rows) };
    const { importDataId } = ok(
      await far.client.upload<{ importDataId: number }>(
        '/api/sdata/importData/upload',
        { consumerId: far.consumerId },
        file,
      ),
    );
    // As a write leaves it.
    await product.database.pool.query(
      `update import_data set state = 'done', from_ts = '2024-08-01T04:00Z', to_ts = '2024-08-01T07:00Z',
        mapping = jsonb_set(coalesce(mapping, '{}'), '{intervalSeconds}', '3600') where id = $1`,
      [importDataId],
    );
    expect(await found({ interval: 201 })).toContain(importDataId);
    expect(await found({ interval: 301 })).not.toContain(importDataId);
    expect(await onDay('2024-08-01')).toEqual([importDataId]);
  });

  it('a number that is none is refused', async () => {
    expect(await far.client.get(LIST, { interval: 0 })).toMatchObject({ code: 400, field: 'interval' });
  });
});

it('type and class both hold', async () => {
  const context = { consumerId: far.consumerId, dataType: '1' };
  expect((await found(context)).length).toBeGreaterThan(0);
  expect(await found({ ...context, classify: '1' })).toEqual(await found(context));
  expect(await found({ ...context, classify: '2' })).toEqual([]);
  expect(await found({ ...context, dataType: '2', classify: '1' })).toEqual([]);
});

it('comes a page at a time, the newest first, and says how many there are', async () => {
  const newest = await found({});
  expect(newest.length).toBeGreaterThan(2);
  const page = (current: number) =>
    far.client.get<{ list: Listed[]; pagination: object }>(LIST, {
      consumerId: far.consumerId,
      current,
      pageSize: 1,
    });
  for (const current of [1, 2]) {
    const { list, pagination } = ok(await page(current));
    expect(list.map((row) => row.importDataId)).toEqual([newest[current - 1]]);
    expect(pagination).toEqual({ total: newest.length, current, pageSize: 1 });
  }
});
