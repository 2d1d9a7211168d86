/** What the tests of hostile files share: a product with an enterprise, files made badly, a dry run of them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import { workbookParts, xlsx, xlsxRow, zip } from '#test/xlsx.ts';
import type { Analysis, Mapping, Preview } from '#feature/meters/dataInput/contract.ts';

export let product: Product;
export let enterprise: Enterprise;
export let meterCode: string;

/** Starts the product before the tests of the file that calls this, and ends it after them. */
export function withProduct(): void {
  beforeAll(async () => {
    product = await startProduct();
    enterprise = await buildEnterprise(product);
    const { rows } = await sql<{ code: string }>`
      select ammeter_code as code from ammeter where id = ${enterprise.ammeterId}`.execute(
      product.database.db,
    );
    meterCode = rows[0]?.code ?? '';
  });
  afterAll(() => product.close());
}

export const csv = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'));
export const day = (rows: readonly string[], head = 'time,kWh'): Buffer => csv(head, ...rows);
export const HEAD = xlsxRow(1, ['time', 'kWh']);
/** A whole file that is good but for the rows at its end. */
export const good = ['2024-03-01 00:00,1.5', '2024-03-01 01:00,2.5', '2024-03-01 02:00,3'];
export const book = (): Buffer =>
  xlsx(HEAD + Array.from({ length: 400 }, (_, i) => xlsxRow(i + 2, [`2024-03-01 ${i}`, i])).join(''));
export const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
export const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
export const bomb = (claims?: number): Buffer =>
  zip(
    workbookParts('').map((part) =>
      part.name.includes('sheet1')
        ? {
            ...part,
            content: `<worksheet><sheetData>${' '.repeat(40_000_000)}</sheetData></worksheet>`,
            ...(claims ? { claims } : {}),
          }
        : part,
    ),
  );

export const DAMAGED = [
  '文件已损坏或不完整，请重新保存后再上传',
  'The file is damaged or incomplete, save it again and upload it once more',
] as const;
export const NO_TABLE = [
  '这不是表格文件，请上传 .xlsx 或 .csv',
  'This is no table, upload an .xlsx or .csv file',
] as const;
export const NO_ROWS = ['工作表没有数据行', 'The sheet has no rows of data'] as const;
export const BOMB = [
  '文件解压后过大，未读取',
  'The file unpacks to far too much data and was not read',
] as const;
export const WIDE = ['列数超过 1000，请拆分文件', 'More than 1000 columns, please split the file'] as const;

export type Sentences = readonly [zh: string, en: string];

export async function dryRun(
  content: Buffer,
  name: string,
  change: (mapping: Mapping) => Mapping = same,
): Promise<{ analysis: Analysis; preview: Preview }> {
  const { importDataId, analysis } = ok(
    await enterprise.client.upload<{ importDataId: number; analysis: Analysis }>(
      '/api/sdata/importData/upload',
      { consumerId: enterprise.consumerId },
      { name, content },
    ),
  );
  const { taskId } = ok(
    await enterprise.client.post<{ taskId: number }>('/api/sdata/importData/preview', {
      id: importDataId,
      mapping: change(analysis.mapping),
    }),
  );
  const task = await runToEnd<Preview>(product, taskId);
  expect(task.message).toBeNull();
  return { analysis, preview: task.result };
}
export const same = (mapping: Mapping): Mapping => mapping;
export const register = (mapping: Mapping): Mapping => ({
  ...mapping,
  kind: 'register',
  intervalSeconds: null,
});
export const hourly = (mapping: Mapping): Mapping => ({
  ...mapping,
  kind: 'interval',
  intervalSeconds: 3600,
});
export const inBerlin = (mapping: Mapping): Mapping => ({ ...hourly(mapping), zone: 'Europe/Berlin' });
export const long = (...rows: string[]): Buffer =>
  csv('Meter code,Data code,Time,Value', `${meterCode},PP,2024-03-01 00:00,1`, ...rows);

/** Nothing was stored, marked or folded, whatever was tried. */
export async function expectNothing(): Promise<void> {
  await foldDirty(product.database.db);
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from interval_energy) + (select count(*) from reading) + (select count(*) from usage)
      + (select count(*) from dirty) + (select count(*) from data_source where status = 1) as n`.execute(
    product.database.db,
  );
  expect(Number(rows[0]?.n)).toBe(0);
}
