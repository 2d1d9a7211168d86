import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import { workbookParts, xlsxRow, zip } from '#test/xlsx.ts';
import type { Analysis, Mapping, Preview, Receipt } from '../contract.ts';

const AT = '/api/sdata/importData';
interface Uploaded {
  readonly importDataId: number;
  readonly analysis: Analysis;
}

let product: Product;
let mine: Enterprise;
let a: number;
let b: number;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  const { consumerId, siteId } = mine;
  const gate = (ammeterName: string) =>
    add(mine.client, 'ammeter', { ammeterName, ammeterCode: unique(), consumerId, siteId });
  a = await gate('Gate A');
  b = await gate('Gate B');
});
afterAll(() => product.close());

const upload = async (name: string, content: string | Buffer): Promise<Uploaded> =>
  ok(
    await mine.client.upload<Uploaded>(
      `${AT}/upload`,
      { consumerId: mine.consumerId },
      { name, content: Buffer.from(content) },
    ),
  );

async function run<R>(call: 'preview' | 'commit', params: Readonly<Record<string, unknown>>): Promise<R> {
  const { taskId } = ok(await mine.client.post<{ taskId: number }>(`${AT}/${call}`, params));
  const task = await runToEnd<R>(product, taskId);
  expect(task.state, JSON.stringify(task.message)).toBe('done');
  return task.result;
}

const remember = (id: number, mapping: Mapping, mappingName: string): Promise<Receipt> =>
  run<Receipt>('commit', { id, mapping, mappingName });

const meters = ({ mapping }: Analysis) =>
  mapping.columns.filter(({ role }) => role === 'value').map(({ meterId }) => meterId ?? null);

/** The mapping with meters for its columns of values, in their order. */
const mapped = ({ mapping }: Analysis, ids: readonly number[]): Mapping => {
  const left = [...ids];
  const columns = mapping.columns.map((one) =>
    one.role === 'value' ? { ...one, meterId: left.shift() ?? null } : one,
  );
  return { ...mapping, columns };
};

const hours = (head: string, ...values: readonly string[]): string =>
  [head, ...values.map((value, hour) => `2024-03-01 0${hour}:00,${value}`)].join('\n');

/** A workbook of one sheet with hours of a meter. */
const book = (sheet: string): Buffer => {
  const rows = [1, 2, 3].map((n) => xlsxRow(n + 1, [`2024-04-01 0${n}:00`, n]));
  const parts = workbookParts([xlsxRow(1, ['when', 'Gate A kWh']), ...rows].join(''));
  return zip(
    parts.map(({ name, content }) => ({ name, content: String(content).replace('"Sheet1"', `"${sheet}"`) })),
  );
};

it('takes the meter from the file at hand where the headers say none', async () => {
  const first = await upload('Gate A.csv', hours('time,Usage_kWh', '5', '3', '4'));
  expect(meters(first.analysis)).toEqual([a]);
  await remember(first.importDataId, first.analysis.mapping, 'gates');
  const second = await upload('Gate B.csv', hours('time,Usage_kWh', '7', '8', '9'));
  expect(second.analysis.remembered).toBe('gates');
  expect(meters(second.analysis)).toEqual([b]);
  // Nothing says whose it is: a person does.
  expect(meters((await upload('export.csv', hours('time,Usage_kWh', '1'))).analysis)).toEqual([null]);
});

it('keeps the meters of columns that stand for several, and the one chosen for a header with a name', async () => {
  const wide = await upload('wide.csv', hours('time,North kWh,South kWh', '5,6', '3,4'));
  await remember(wide.importDataId, mapped(wide.analysis, [a, b]), 'wide');
  expect(meters((await upload('next.csv', hours('time,North kWh,South kWh', '1,2'))).analysis)).toEqual([
    a,
    b,
  ]);
  const named = await upload('one.csv', hours('at time,Gate A kWh', '5', '3'));
  expect(meters(named.analysis)).toEqual([a]);
  await remember(named.importDataId, mapped(named.analysis, [mine.ammeterId]), 'named');
  expect(meters((await upload('other.csv', hours('at time,Gate A kWh', '2'))).analysis)).toEqual([
    mine.ammeterId,
  ]);
});

it('reads the sheet and the header row of the file at hand', async () => {
  const jan = await upload('jan.xlsx', book('Jan'));
  await remember(jan.importDataId, jan.analysis.mapping, 'months');
  const feb = await upload('feb.xlsx', book('Feb'));
  expect(feb.analysis).toMatchObject({ remembered: 'months', mapping: { sheet: 'Feb' } });
  const seen = await run<Preview>('preview', { id: feb.importDataId, mapping: feb.analysis.mapping });
  expect(seen.rows).toBe(3);

  const titled = `Readings,\nPlant,\n${hours('clock time,Gate B kWh', '5', '3')}`;
  const below = await upload('titled.csv', titled);
  expect(below.analysis.mapping.headerRow).toBe(3);
  await remember(below.importDataId, below.analysis.mapping, 'titled');
  const bare = await upload('bare.csv', hours('clock time,Gate B kWh', '5', '3'));
  expect(bare.analysis).toMatchObject({ remembered: 'titled', mapping: { headerRow: 1 } });
});

it('remembers nothing of a file without headers', async () => {
  const lines = hours('2024-02-29 23:00,2', '5', '3');
  const first = await upload('Gate A.csv', lines);
  expect(first.analysis.mapping.headerRow).toBe(0);
  const mapping: Mapping = {
    ...first.analysis.mapping,
    columns: [
      { column: 0, role: 'stamp' },
      { column: 1, role: 'value', meterId: a, code: 'PP' },
    ],
  };
  await remember(first.importDataId, mapping, 'no headers');
  const second = await upload('Gate B.csv', lines);
  expect(second.analysis.remembered).toBeNull();
  const list = ok(
    await mine.client.get<{ name: string }[]>(`${AT}/getMappingList`, { consumerId: mine.consumerId }),
  );
  expect(list.map(({ name }) => name)).not.toContain('no headers');
});
