import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cell, dateCell, serialOf } from '#server/sheet/cell.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { writeSheet } from '#server/sheet/writeSheet.ts';
import { add, buildEnterprise, type Enterprise, PASSWORD, unique } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { Analysis, Mapping, Missing, Preview, Receipt } from '../contract.ts';

const AT = '/api/sdata/importData';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** An enterprise with two meters of 15 minutes. */
async function plant(timeZone = 'Asia/Shanghai') {
  const enterprise = await buildEnterprise(product, { timeZone });
  const { client, consumerId, siteId } = enterprise;
  const meter = async (ammeterCode: string) => ({
    code: ammeterCode,
    id: await add(client, 'ammeter', { ammeterName: `Line ${ammeterCode}`, ammeterCode, consumerId, siteId }),
  });
  return { ...enterprise, first: await meter('L-1'), second: await meter('L-2') };
}

const minutes = (n: number): string => new Date(Date.UTC(2026, 0, 5) + n * 60_000).toISOString().slice(0, 19);
const at = (wall: string): Cell => dateCell(serialOf(wall));

/** The product's own template filled in: a register that counts up. */
const book = (rows: ReadonlyArray<readonly [code: string, wall: string]>, scale = 1): Promise<Buffer> =>
  buffer(
    writeSheet({
      format: 'xlsx',
      columns: ['Meter code', 'Data code', 'Time', 'Value'].map((header) => ({ header })),
      rows: rows.map(([code, wall]) => [
        code,
        'PP',
        at(wall),
        (Date.parse(`${wall}Z`) / 60_000 - 20_000_000) * scale,
      ]),
    }),
  );

interface Uploaded {
  readonly importDataId: number;
  readonly mapping: Mapping;
}

async function upload(
  { client, consumerId }: Enterprise,
  content: Buffer,
  change: Partial<Mapping>,
): Promise<Uploaded> {
  const { importDataId, analysis } = ok(
    await client.upload<{ importDataId: number; analysis: Analysis }>(
      `${AT}/upload`,
      { consumerId },
      { name: 'January.xlsx', content },
    ),
  );
  return { importDataId, mapping: { ...analysis.mapping, ...change } };
}

const REGISTER: Partial<Mapping> = { kind: 'register', intervalSeconds: null };

async function run<T>(
  call: 'preview' | 'commit',
  client: Client,
  file: Uploaded,
  range: object = {},
): Promise<T> {
  const { taskId } = ok(
    await client.post<{ taskId: number }>(`${AT}/${call}`, {
      id: file.importDataId,
      mapping: file.mapping,
      ...range,
    }),
  );
  const task = await runToEnd<T>(product, taskId);
  expect(task.state, JSON.stringify(task.message)).toBe('done');
  return task.result;
}

async function tried(
  enterprise: Enterprise,
  content: Buffer,
  change = REGISTER,
  range = {},
): Promise<Missing> {
  const file = await upload(enterprise, content, change);
  const { missing } = await run<Preview>('preview', enterprise.client, file, range);
  if (!missing) throw new Error('nothing is said of what is missing');
  return missing;
}

const gapsOf = ({ gaps }: Missing) =>
  gaps.map((gap) => [gap.ammeterCode, gap.from, gap.to, gap.missing, gap.there]);
const every = (code: string, from: number, to: number, step: number, ...left: number[]) =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step)
    .filter((n) => !left.includes(n))
    .map((n): readonly [string, string] => [code, minutes(n)]);

/** The rows of a downloaded workbook, its header first. */
async function rowsOf(body: Buffer): Promise<string[][]> {
  const path = join(await mkdtemp(join(tmpdir(), 'meterhouse-test-')), 'missing.xlsx');
  await writeFile(path, body);
  const rows: string[][] = [];
  for await (const row of (await readSheet(path)).rows())
    rows.push(row.cells.map((cell) => String(cell ?? '')));
  return rows;
}

describe('what a file lacks', () => {
  it('is told by meter and gap before and after the write, whatever the order of the rows, and as a workbook', async () => {
    const mine = await plant();
    const { client } = mine;
    const rows = [
      ...every('L-1', 0, 24 * 60, 15, 30, 45, 300),
      ...every('L-2', 0, 24 * 60, 60, 120),
      // Twice the same.
      ...every('L-1', 600, 720, 15),
    ].toSorted(([, a], [, b]) => (a.slice(14) < b.slice(14) ? 1 : -1));
    const content = await book(rows);
    const file = await upload(mine, content, REGISTER);
    const { missing } = await run<Preview>('preview', client, file);
    expect(missing).toMatchObject({ values: 4, there: 0, gapCount: 3, listed: 3, seriesCount: 2 });
    expect(missing?.series).toMatchObject([
      { ammeterCode: 'L-1', step: 900, missing: 3, gaps: 2, values: 94 },
      { ammeterCode: 'L-2', step: 3600, missing: 1, gaps: 1, values: 24, intervalSeconds: 900 },
    ]);
    expect(new Set(missing && gapsOf(missing).map(String))).toEqual(
      new Set(
        [
          ['L-1', '2026-01-04T16:15:00.000Z', '2026-01-04T17:00:00.000Z', 2, 0],
          ['L-1', '2026-01-04T20:45:00.000Z', '2026-01-04T21:15:00.000Z', 1, 0],
          ['L-2', '2026-01-04T17:00:00.000Z', '2026-01-04T19:00:00.000Z', 1, 0],
        ].map(String),
      ),
    );
    const receipt = await run<Receipt>('commit', client, file);
    expect({ ...receipt.missing, fileId: 0 }).toEqual({ ...missing, fileId: 0 });

    const { body } = await client.download(`${AT}/importmissing`, { id: file.importDataId });
    const sheet = await rowsOf(body);
    expect(sheet[0]).toEqual(['Meter code', 'Meter name', 'Data code', 'From', 'To', 'Missing', 'Already there', 'In the database']); // prettier-ignore
    expect(sheet).toContainEqual(['L-1', 'Line L-1', 'PP', '2026-01-05 00:15:00', '2026-01-05 01:00:00', '2', '0', 'None']); // prettier-ignore
    expect(sheet.at(-2)).toEqual(['L-1', 'Line L-1', 'PP', 'Total', '', '3', '0', 'None']);
    const other = await plant();
    expect((await other.client.get(`${AT}/importmissing`, { id: file.importDataId })).code).toBe(404);
    expect(await tried(mine, await book(every('L-1', 0, 300, 15)))).toMatchObject({
      values: 0,
      gaps: [],
      fileId: null,
    });
  });

  it('says how much of a gap the database has already, from readings that count alone', async () => {
    const mine = await plant();
    const whole = await upload(mine, await book(every('L-1', 60, 120, 15)), REGISTER);
    const { importDataId } = await run<Receipt>('commit', mine.client, whole);
    const holey = await book(every('L-1', 0, 300, 15, 75, 90, 105, 180, 195));
    expect(await tried(mine, holey)).toMatchObject({ values: 5, there: 3, gaps: [{ missing: 3, there: 3 }, { missing: 2, there: 0 }] }); // prettier-ignore
    const wide = await book(every('L-1', 0, 300, 15, 45, 60, 75));
    expect(await tried(mine, wide)).toMatchObject({ there: 2, gaps: [{ missing: 3, there: 2 }] });
    ok(await mine.client.post(`${AT}/del`, { id: importDataId }));
    expect(await tried(mine, holey)).toMatchObject({ values: 5, there: 0 });
  });

  it('is nothing in the hour that a zone leaves out, and the four quarters that a file has once of an hour twice', async () => {
    const berlin = await plant('Europe/Berlin');
    const energy: Partial<Mapping> = { kind: 'interval', stamp: 'start', intervalSeconds: 900 };
    const day = (date: string, hours: readonly number[]) =>
      hours.flatMap((hour) => [0, 15, 30, 45].map((minute): readonly [string, string] => ['L-1', `${date}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`])); // prettier-ignore
    const spring = day('2026-03-29', [0, 1, 3, 4, 5]);
    expect(await tried(berlin, await book(spring), energy)).toMatchObject({ values: 0, seriesCount: 1 });
    const once = day('2025-10-26', [0, 1, 3, 4, 5]);
    expect(await tried(berlin, await book(once), energy)).toMatchObject({
      values: 8,
      gaps: [{ from: '2025-10-26T00:00:00.000Z', to: '2025-10-26T02:00:00.000Z', missing: 8 }],
    });
  });

  it('is unknown of one row; months are months; a said range counts to its ends', async () => {
    const mine = await plant();
    expect(await tried(mine, await book([['L-1', minutes(0)]]))).toMatchObject({
      values: 0,
      series: [{ step: null }],
    });
    const months = ['2025-01', '2025-02', '2025-03', '2025-06', '2025-07'].map((month) => ['L-1', `${month}-01T00:00:00`] as const); // prettier-ignore
    expect(await tried(mine, await book(months))).toMatchObject({ values: 2, gapCount: 1 });
    const part = await book(every('L-1', 60, 120, 15));
    expect(await tried(mine, part)).toMatchObject({ values: 0 });
    const from = Date.parse('2026-01-04T16:00:00Z');
    expect(await tried(mine, part, REGISTER, { from, to: from + 3 * 3_600_000 })).toMatchObject({
      values: 6,
      gaps: [{ missing: 3 }, { missing: 3 }],
    });
  });

  it('may be fetched by an account that is limited to the site', async () => {
    const mine = await plant();
    const operator = await product.operator();
    const role = await add(operator, 'orgRole', {
      roleName: unique('Limited'),
      roleCode: unique(),
      orgLimitList: [mine.siteId],
    });
    const roles = ok(
      await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'enterprise' }),
    );
    ok(
      await operator.post('/api/sys/orgEmployee/edit', {
        id: mine.userId,
        roleIdList: `${roles[0]?.id},${role}`,
      }),
    );
    const client = await product.login(mine.userName, PASSWORD);
    const file = await upload({ ...mine, client }, await book(every('L-1', 0, 300, 15, 60)), REGISTER);
    await run<Receipt>('commit', client, file);
    const { body } = await client.download(`${AT}/importmissing`, { id: file.importDataId });
    expect(await rowsOf(body)).toHaveLength(3);
  });
});
