import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { Analysis, Mapping, Preview, Receipt } from '../contract.ts';

const STEEL = join(process.env['SAMPLE_DIR'] ?? '../shared/data', 'steel_industry_15min_2018.csv');

interface Uploaded {
  readonly importDataId: number;
  readonly analysis: Analysis;
}

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const upload = async (enterprise: Enterprise, name: string, content: Buffer): Promise<Uploaded> =>
  ok(
    await enterprise.client.upload<Uploaded>(
      '/api/sdata/importData/upload',
      { consumerId: enterprise.consumerId },
      { name, content },
    ),
  );

async function dryRun(enterprise: Enterprise, id: number, mapping: Mapping): Promise<Preview> {
  const { taskId } = ok(
    await enterprise.client.post<{ taskId: number }>('/api/sdata/importData/preview', { id, mapping }),
  );
  const task = await runToEnd<Preview>(product, taskId);
  expect(task.message).toBeNull();
  return task.result;
}

async function commit(
  enterprise: Enterprise,
  id: number,
  mapping: Mapping,
  mappingName?: string,
): Promise<Receipt> {
  const { taskId } = ok(
    await enterprise.client.post<{ taskId: number }>('/api/sdata/importData/commit', {
      id,
      mapping,
      ...(mappingName ? { mappingName } : {}),
    }),
  );
  const task = await runToEnd<Receipt>(product, taskId);
  expect(task.state, JSON.stringify(task.message)).toBe('done');
  return task.result;
}

/** All buckets of a meter, as text: two of them are equal only to the last bit. */
async function figures(meterId: number): Promise<string> {
  await foldDirty(product.database.db);
  const { rows } = await sql`select * from usage where meter_id = ${meterId} order by level, ts`.execute(
    product.database.db,
  );
  return JSON.stringify(rows);
}

const energy = async (meterId: number, level: number, ts: string): Promise<string | undefined> => {
  const { rows } = await sql<{ pp: string }>`
    select pp from usage where meter_id = ${meterId} and level = ${level} and ts = ${ts}`.execute(
    product.database.db,
  );
  return rows[0]?.pp;
};

/** A year like the steel plant's: 15 minutes by their ends, 24:00 as 00:00 of its own date, values of two decimals. */
function madeYear(): { text: string; total: bigint; july: bigint; max: bigint } {
  const lines = ['date,Usage_kWh,Note'];
  let [total, july, max] = [0n, 0n, 0n];
  let seed = 7;
  for (let day = 0; day < 365; day++) {
    const date = new Date(Date.UTC(2018, 0, 1 + day));
    const [dd, mm] = [
      String(date.getUTCDate()).padStart(2, '0'),
      String(date.getUTCMonth() + 1).padStart(2, '0'),
    ];
    for (let quarter = 1; quarter <= 96; quarter++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const cents = seed % 15_719;
      const minute = (quarter % 96) * 15;
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      lines.push(`${dd}/${mm}/2018 ${time},${(cents / 100).toFixed(2)},x`);
      const micro = BigInt(cents) * 10_000n;
      total += micro;
      if (date.getUTCMonth() === 6) july += micro;
      if (micro > max) max = micro;
    }
  }
  return { text: `\uFEFF${lines.join('\r\n')}\r\n`, total, july, max };
}

const mapOnto = (analysis: Analysis, meterId: number): Mapping => ({
  ...analysis.mapping,
  columns: analysis.mapping.columns.map((c) =>
    c.role === 'value'
      ? c.code === 'PP'
        ? { ...c, meterId }
        : { column: c.column, role: 'ignore' as const }
      : c,
  ),
});

describe('a year of quarter hours by their ends, the last of the day as 00:00 of its own date', () => {
  it('is recognised, previewed, written exactly, and undone without a trace', async () => {
    const enterprise = await buildEnterprise(product);
    const { ammeterId } = enterprise;
    const year = madeYear();
    const before = await figures(ammeterId);
    const { importDataId, analysis } = await upload(enterprise, 'year.csv', Buffer.from(year.text));
    expect(analysis.dateVerdict).toBe('certain');
    expect(analysis.mapping).toMatchObject({
      kind: 'interval',
      stamp: 'midnight',
      dateOrder: 'DMY',
      intervalSeconds: 900,
    });
    const mapping = mapOnto(analysis, ammeterId);

    const seen = await dryRun(enterprise, importDataId, mapping);
    expect(seen.counts).toEqual({ new: 35_040, changed: 0, same: 0, faulty: 0 });
    expect(seen.dayCount).toBe(365);
    expect(seen.days.every((day) => day.now === null)).toBe(true);
    expect(await figures(ammeterId)).toBe(before);

    const receipt = await commit(enterprise, importDataId, mapping, 'plant year');
    expect(receipt).toMatchObject({ rows: 35_040, folded: true, counts: seen.counts });
    expect(await energy(ammeterId, 5, '2017-12-31T16:00:00Z')).toBe(String(year.total));
    expect(await energy(ammeterId, 4, '2018-06-30T16:00:00Z')).toBe(String(year.july));
    const { rows } = await sql<{ pp: string }>`
      select max(pp) as pp from usage where meter_id = ${ammeterId} and level = 1`.execute(
      product.database.db,
    );
    expect(rows[0]?.pp).toBe(String(year.max));

    const again = await upload(enterprise, 'year again.csv', Buffer.from(year.text));
    expect(again.analysis.remembered).toBe('plant year');
    const same = await dryRun(enterprise, again.importDataId, again.analysis.mapping);
    expect(same.counts).toEqual({ new: 0, changed: 0, same: 35_040, faulty: 0 });
    expect(same.days.every((day) => day.now === day.after)).toBe(true);

    ok(await enterprise.client.post('/api/sdata/importData/del', { id: importDataId }));
    expect(await figures(ammeterId)).toBe(before);
    const { list } = ok(
      await enterprise.client.get<{ list: { importDataId: number; status: number }[] }>(
        '/api/sdata/importData/getImportDataList',
        { consumerId: enterprise.consumerId },
      ),
    );
    expect(list).toMatchObject([{ importDataId, status: 2 }]);
  });

  it('says which values an earlier import holds, and that registers of the device give way', async () => {
    const enterprise = await buildEnterprise(product);
    const { ammeterId } = enterprise;
    const hours = (values: readonly number[]): Buffer =>
      Buffer.from(['time,Usage_kWh', ...values.map((v, h) => `2024-03-01 0${h}:00,${v}`)].join('\n'));
    const first = await upload(enterprise, 'first.csv', hours([5, 3, 4]));
    await commit(enterprise, first.importDataId, mapOnto(first.analysis, ammeterId));
    const second = await upload(enterprise, 'second.csv', hours([5, 3, 9]));
    const seen = await dryRun(enterprise, second.importDataId, mapOnto(second.analysis, ammeterId));
    expect(seen.counts).toEqual({ new: 0, changed: 1, same: 2, faulty: 0 });
    expect(seen.held).toBe(1);
    expect(seen.days.map(({ now, after }) => [now, after])).toEqual([['12', '12']]);
    ok(await enterprise.client.post('/api/sdata/importData/del', { id: first.importDataId }));
    const free = await dryRun(enterprise, second.importDataId, mapOnto(second.analysis, ammeterId));
    expect(free).toMatchObject({ held: 0, counts: { new: 3 } });
    expect(free.days.map(({ now, after }) => [now, after])).toEqual([[null, '17']]);
  });

  it('an entry of a person counts before all, and its undo brings the figures back to the last bit', async () => {
    const enterprise = await buildEnterprise(product);
    const { ammeterId, consumerId } = enterprise;
    const file = await upload(
      enterprise,
      'hours.csv',
      Buffer.from('time,Usage_kWh\n2024-03-01 00:00,5\n2024-03-01 01:00,3'),
    );
    await commit(enterprise, file.importDataId, mapOnto(file.analysis, ammeterId));
    const before = await figures(ammeterId);
    const entry = {
      consumerId,
      ammeterId,
      dataCode: 'PP',
      begin: '2024-03-01T01:00:00+08:00',
      time: '2024-03-01T02:00:00+08:00',
    };
    const { importDataId } = ok(
      await enterprise.client.post<{ importDataId: number }>('/api/sdata/importData/insert', {
        ...entry,
        value: '7.5',
      }),
    );
    expect(await figures(ammeterId)).not.toBe(before);
    expect(await energy(ammeterId, 3, '2024-02-29T16:00:00Z')).toBe('12500000');
    ok(await enterprise.client.post('/api/sdata/importData/del', { id: importDataId }));
    expect(await figures(ammeterId)).toBe(before);
    const refused = await enterprise.client.post('/api/sdata/importData/insert', { ...entry, value: '-1' });
    expect([refused.code, refused.field]).toEqual([400, 'value']);
  });

  it('a value entered again counts in place of the mistyped one, which its undo brings back', async () => {
    const enterprise = await buildEnterprise(product);
    const { ammeterId, consumerId, client } = enterprise;
    const enter = async (params: object): Promise<number> =>
      ok(
        await client.post<{ importDataId: number }>('/api/sdata/importData/insert', {
          consumerId,
          ammeterId,
          dataCode: 'PP',
          ...params,
        }),
      ).importDataId;
    const day = { begin: '2024-03-01T00:00:00+08:00', time: '2024-03-02T00:00:00+08:00' };
    const level = [3, '2024-02-29T16:00:00Z'] as const;
    await enter({ ...day, value: '10' });
    const again = await enter({ ...day, value: '100' });
    await figures(ammeterId);
    expect(await energy(ammeterId, ...level)).toBe('100000000');
    ok(await client.post('/api/sdata/importData/del', { id: again }));
    await figures(ammeterId);
    expect(await energy(ammeterId, ...level)).toBe('10000000');

    const other = await buildEnterprise(product);
    const register = async (time: string, value: string) =>
      ok(
        await other.client.post<{ importDataId: number }>('/api/sdata/importData/insert', {
          consumerId: other.consumerId,
          ammeterId: other.ammeterId,
          time,
          value,
        }),
      );
    await register('2024-03-01T00:00:00+08:00', '1000');
    await register('2024-03-02T00:00:00+08:00', '1234');
    await register('2024-03-02T00:00:00+08:00', '12340');
    await figures(other.ammeterId);
    expect(await energy(other.ammeterId, ...level)).toBe('11340000000');
  });

  it('runs statistics of a month and counts what was folded', async () => {
    const enterprise = await buildEnterprise(product);
    const file = await upload(
      enterprise,
      'hours.csv',
      Buffer.from('time,Usage_kWh\n2024-03-01 00:00,5\n2024-03-01 01:00,3'),
    );
    await commit(enterprise, file.importDataId, mapOnto(file.analysis, enterprise.ammeterId));
    const { taskId, meters } = ok(
      await enterprise.client.post<{ taskId: number; meters: number }>(
        '/api/sdata/importData/runStatistics',
        {
          consumerId: enterprise.consumerId,
          dataType: 1,
          dt: '2024-03',
          dtType: 501,
        },
      ),
    );
    expect(meters).toBe(1);
    const task = await runToEnd(product, taskId);
    expect(task.result).toEqual({ folded: true, meters: 1, days: 1, quarters: 8 });
    // The picker's day, month and year mean the same; its quarter of an hour and hour have no statistics.
    for (const [dtType, dt, code] of [
      [2, '2024-03-01', 200],
      [3, '2024-03', 200],
      [4, '2024', 200],
      [0, '2024-03-01', 400],
      [1, '2024-03-01', 400],
    ] as const) {
      const params = { consumerId: enterprise.consumerId, dataType: 1, dt, dtType };
      const reply = await enterprise.client.post<{ taskId: number } | null>('/api/sdata/importData/runStatistics', params); // prettier-ignore
      expect(reply.code, String(dtType)).toBe(code);
      if (code === 400) expect(reply.field).toBe('dtType');
      else expect((await runToEnd(product, reply.data?.taskId ?? 0)).result).toMatchObject({ days: 1, quarters: 8 }); // prettier-ignore
    }
    for (const [dtType, dt] of [
      [2, '2024'],
      [2, '2024-03'],
      [3, '2024'],
      [2, '2026-02-31'],
      [3, '2026-13'],
    ] as const)
      // prettier-ignore
      expect(
        await enterprise.client.post('/api/sdata/importData/runStatistics', {
          consumerId: enterprise.consumerId,
          dt,
          dtType,
        }),
        dt,
      ).toMatchObject({ code: 400, field: 'dt' });
  });

  it.skipIf(!existsSync(STEEL))(
    `gives the real figures of the steel plant (skipped where ${STEEL} is missing)`,
    async () => {
      const enterprise = await buildEnterprise(product);
      const { ammeterId } = enterprise;
      const { importDataId, analysis } = await upload(enterprise, 'steel.csv', await readFile(STEEL));
      const mapping = mapOnto(analysis, ammeterId);
      const seen = await dryRun(enterprise, importDataId, mapping);
      expect(seen.days[0]).toMatchObject({ day: '2018-01-01', now: null });
      await commit(enterprise, importDataId, mapping);
      expect(await energy(ammeterId, 5, '2017-12-31T16:00:00Z')).toBe('959640310000');
      expect(await energy(ammeterId, 4, '2018-06-30T16:00:00Z')).toBe('81674410000');
      const { rows } = await sql<{ pp: string; ts: Date }>`
      select pp, ts from usage where meter_id = ${ammeterId} and level = 1 order by pp desc limit 1`.execute(
        product.database.db,
      );
      expect(rows[0]?.pp).toBe('157180000');
      const day = seen.days.find((d) => d.day === '2018-07-17');
      expect(await energy(ammeterId, 3, '2018-07-16T16:00:00Z')).toBe(
        String(Math.round(Number(day?.after) * 1e6)),
      );
    },
  );
});
