import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, buildEnterprise, unique, type Enterprise } from '#test/build.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import { xlsx, xlsxRow } from '#test/xlsx.ts';
import type { OnboardingResult } from '../contract.ts';

let product: Product;
let mine: Enterprise;
let gateway: string;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  gateway = unique('GW ');
  await add(mine.client, 'gateway', { gatewayName: gateway, consumerId: mine.consumerId });
});
afterAll(() => product.close());

const HEADER =
  'Meter name,Meter code,Site,Energy type,Meter type,CT ratio,Register width,Serial number,Start register,Start time,Gateway,Device name,Parent meter';

async function tryList(lines: readonly string[]): Promise<{ taskId: number; result: OnboardingResult }> {
  const content = Buffer.from(`\uFEFF${[HEADER, ...lines].join('\r\n')}`);
  const { taskId } = ok(
    await mine.client.upload<{ taskId: number }>(
      '/api/communication/onboarding/upload',
      { consumerId: mine.consumerId },
      { name: 'meters.csv', content },
    ),
  );
  const task = await runToEnd<OnboardingResult>(product, taskId);
  expect(task.state, JSON.stringify(task.message)).toBe('done');
  return { taskId, result: task.result };
}

const meters = async (): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`select ammeter_code as code from ammeter
    where consumer_id = ${mine.consumerId} order by id`.execute(product.services.system);
  return rows.map((row) => row.code);
};

describe('a list of meters', () => {
  it('is tried without a trace, then written with life and mapping; faulty rows come back', async () => {
    const before = await meters();
    const [a, b] = [unique('A-'), unique('B-')];
    const lines = [
      `Furnace 1,${a},Main site,,,100,6,SN-1,1234.5,2026-01-31 08:00,${gateway},furnace/1,`,
      `Furnace 2,${b},Main site,电,Electricity meter,,,,,,,,${a}`,
      `Water,${unique('W-')},Main site,Water,6,,,,,,,,`,
      `Nowhere,${unique('X-')},No such site,,,,,,,,,,`,
      `Wrong,${unique('Y-')},Main site,Water,Electricity meter,many,99,,5,,,,`,
      `Lost,${unique('Z-')},Main site,,,,,,,,No gateway,,`,
      `Furnace 1 again,${a},Main site,,,,,,,,,,`,
    ];
    const { taskId, result } = await tryList(lines);
    expect(result.counts).toEqual({ new: 3, exists: 1, faulty: 3 });
    expect(await meters()).toEqual(before);
    const reasons = result.list.flatMap((row) => row.reasons);
    expect(reasons.join('\n')).toMatch(/Site: there is no site “No such site”/);
    for (const word of ['CT ratio', 'Energy type', 'Register width', 'Start time', 'No gateway'])
      expect(reasons.join('\n')).toContain(word);

    const written = ok(
      await mine.client.post<{ taskId: number }>('/api/communication/onboarding/commit', { taskId }),
    );
    const task = await runToEnd<OnboardingResult>(product, written.taskId);
    expect(task.result.counts).toEqual(result.counts);
    expect((await meters()).length).toBe(before.length + 3);
    const { rows } = await sql<Record<string, unknown>>`
      select a.ammeter_name as name, p.ammeter_code as parent, l.serial, l.ct::float8 as ct, l.register_width as width,
        l.start_register::float8 as register, l.from_ts as at, m.device_name as device
      from ammeter a left join ammeter p on p.id = a.parent_id left join ledger_segment l on l.meter_id = a.id
        left join gateway_mapping m on m.ammeter_id = a.id
      where a.ammeter_code = any(${[a, b]}::text[]) order by a.ammeter_name`.execute(product.services.system);
    expect(rows).toMatchObject([
      {
        name: 'Furnace 1',
        parent: null,
        serial: 'SN-1',
        ct: 100,
        width: 6,
        register: 1234.5,
        at: new Date('2026-01-31T00:00:00Z'),
        device: 'furnace/1',
      },
      { name: 'Furnace 2', parent: a, serial: null, device: null },
    ]);
    const file = await mine.client.download('/api/communication/onboarding/importfaults', {
      fileId: task.result.faultFileId,
    });
    expect(file.body.subarray(0, 2).toString()).toBe('PK');
  });

  it('with what a spreadsheet spoiled, a name that two sites bear or a time without its register is faulty', async () => {
    const { consumerId } = mine;
    const codes = [unique('S-'), unique('S-')];
    for (const orgCode of codes)
      await add(mine.client, 'monitorSite', { orgName: 'Twin works', orgCode, consumerId });
    const line = (code: string, site: string, rest = ',,,,,,,,,') => `Meter,${code},${site},${rest}`;
    const { result } = await tryList([
      line('1.2345678901234568E+21', 'Main site'),
      line(unique('A-'), 'Main site', ',,,,6.2E+18,,,,,'),
      line(unique('B-'), 'Twin works'),
      line(unique('C-'), codes[1] ?? ''),
      line(unique('D-'), 'Main site', ',,,,,,2026-01-31 08:00,,,'),
    ]);
    expect(result.counts).toEqual({ new: 1, exists: 0, faulty: 4 });
    expect(result.list.flatMap(({ reasons }) => reasons)).toEqual([
      expect.stringMatching(/^Meter code: more than 15 digits/),
      expect.stringMatching(/^Serial number: more than 15 digits/),
      'Site: several sites are called “Twin works”, give its code',
      'Start register: is required with a start time',
    ]);
  });

  it('of a workbook with numbers of more digits than it keeps is faulty', async () => {
    const content = xlsx(
      xlsxRow(1, ['Meter name', 'Meter code', 'Site']) +
        xlsxRow(2, ['Meter', 4.300012345678901e18, 'Main site']) +
        xlsxRow(3, ['Meter', 430_001_234, 'Main site']),
    );
    const { taskId } = ok(
      await mine.client.upload<{ taskId: number }>(
        '/api/communication/onboarding/upload',
        { consumerId: mine.consumerId },
        { name: 'meters.xlsx', content },
      ),
    );
    const { result } = await runToEnd<OnboardingResult>(product, taskId);
    expect(result.counts).toEqual({ new: 1, exists: 0, faulty: 1 });
  });

  it('is refused without our header, without rows, and for another enterprise', async () => {
    const theirs = await buildEnterprise(product);
    const send = (content: string, consumerId = mine.consumerId) =>
      mine.client.upload<{ taskId: number }>(
        '/api/communication/onboarding/upload',
        { consumerId },
        { name: 'x.csv', content: Buffer.from(content) },
      );
    expect(await send(HEADER, theirs.consumerId)).toMatchObject({ code: 404 });
    for (const content of ['a,b\r\n1,2\r\n', `${HEADER}\r\n`]) {
      const { taskId } = ok(await send(content));
      const task = await runToEnd(product, taskId);
      expect(task.state).toBe('failed');
      expect(task.message?.en).toMatch(/Meter code|no rows/);
    }
  });

  it('has a template that names every column', async () => {
    const { body } = await mine.client.download('/api/communication/onboarding/importtemplate', {
      consumerId: mine.consumerId,
    });
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });
});
