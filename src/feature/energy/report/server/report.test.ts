import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { deliverDue } from '#feature/house/outbox/server/deliver.ts';
import { mailCarrier } from '#feature/house/outbox/server/mailCarrier.ts';
import { runTask } from '#feature/house/task/server/run.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import type { FileStore } from '#server/files.ts';
import { readSheet } from '#server/sheet/readSheet.ts';
import { buildMeters } from '#test/build/meter.ts';
import { pdfText } from '#test/pdf.ts';
import { openMailServer } from '#test/mailServer.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { ReportRun } from '../contract.ts';
import { taskHandlers } from './index.ts';
import { startDueReports } from './schedule.ts';

/** 2024-02-01 00:00 in Shanghai. */
const FIRST = Date.UTC(2024, 0, 31, 16);
const DAYS = 29;

let product: Product;
let operator: Client;
let consumerId = 0;
let folder = '';
const truth = Array.from({ length: DAYS * 24 }, (_, hour) => 100 + ((hour * 7919) % 83));
const day = (n: number): number => truth.slice((n - 1) * 24, n * 24).reduce((a, b) => a + b, 0);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-report-'));
  product = await startProduct();
  operator = await product.operator();
  const { db } = product.database;
  const built = await buildMeters(db, { name: '测试工厂' });
  ({ consumerId } = built);
  const meterId = built.meterIds[0] ?? 0;
  await storeIntervals(
    db,
    truth.map((kwh, hour) => ({
      meterId,
      start: FIRST + hour * HOUR,
      end: FIRST + (hour + 1) * HOUR,
      code: 'PP',
      value: String(kwh),
    })),
  );
  await foldDirty(db);
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const define = async (fields: Record<string, unknown>): Promise<number> =>
  ok(
    await operator.post<{ id: number }>('/api/archive/energyReport/add', {
      consumerId,
      orgId: consumerId,
      ...fields,
    }),
  ).id;

const runs = async (reportId: number): Promise<readonly ReportRun[]> =>
  ok(await operator.get<Page<ReportRun>>('/api/archive/energyReport/getRunList', { consumerId, reportId }))
    .list;

async function sheetCells(body: Buffer): Promise<unknown[][]> {
  const path = join(folder, 'a.xlsx');
  await writeFile(path, body);
  const rows: unknown[][] = [];
  for await (const row of (await readSheet(path)).rows()) rows.push([...row.cells]);
  return rows;
}

test('a report has the figures of the screen, as a sheet and as a PDF', async () => {
  const id = await define({ reportName: '二月用能 / 月报', period: 'month', schedule: '0' });
  const made = ok(
    await operator.post<{ taskId: number }>('/api/archive/energyReport/make', {
      id,
      begin: '2024-02-01',
      end: '2024-02-29',
    }),
  );
  expect(await runToEnd(product, made.taskId)).toMatchObject({ state: 'done' });
  const [run] = await runs(id);
  expect(run).toMatchObject({
    state: 'done',
    beginDt: '2024-02-01',
    endDt: '2024-02-29',
    scheduled: false,
    mailedTo: null,
  });
  expect(run?.files.map((file) => file.fileName)).toEqual([
    '二月用能   月报 2024-02-01 2024-02-29.xlsx',
    '二月用能   月报 2024-02-01 2024-02-29.pdf',
  ]);
  const screen = ok(
    await operator.get<AnalysisAnswer>('/api/analysis/energy/getData', {
      orgId: consumerId,
      interval: '301',
      begin: '2024-02-01',
      end: '2024-02-29',
    }),
  );
  const file = (format: string) =>
    operator.download('/api/archive/energyReport/getFile', { id: run?.id, format });
  const cells = await sheetCells((await file('xlsx')).body);
  expect(cells).toHaveLength(30);
  for (const [i, row] of screen.rows.entries()) {
    expect(row.cells['energy']).toBe(day(i + 1));
    expect(cells[i + 1]?.slice(0, 2)).toEqual([row.cells['time'], day(i + 1)]);
  }
  const pdf = await file('pdf');
  expect(pdf.type).toBe('application/pdf');
  const text = pdfText(pdf.body).join('\n');
  const number = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  expect(text).toContain('二月用能');
  expect(text).toContain('测试工厂');
  const lines = text.split('\n');
  for (let n = 1; n <= DAYS; n++) {
    const at = lines.lastIndexOf(`2024-02-${String(n).padStart(2, '0')}`);
    expect(lines[at + 1]).toBe(number.format(day(n)));
  }
  const total = Array.from({ length: DAYS }, (_, i) => day(i + 1)).reduce((a, b) => a + b, 0);
  // As the screen shows it: one unit for a figure, chosen by its size.
  expect(text).toContain(`累计\n${number.format(total / 1000)}\nMWh`);
  expect(text).toContain('第 1 页，共');
});

test('a scheduled report is made once for its period and goes out by mail with its files', async () => {
  const id = await define({
    reportName: 'Monthly',
    language: 'en',
    recipients: 'manager@example.com',
    hour: 7,
  });
  const now = Date.UTC(2024, 1, 29, 23, 5); // 2024-03-01 07:05 in Shanghai
  const { db } = product.database;
  expect(await startDueReports(db, product.services, now - HOUR)).toBe(1);
  expect(await runs(id)).toMatchObject([{ beginDt: '2024-01-01', scheduled: true }]);
  expect(await startDueReports(db, product.services, now)).toBe(1);
  expect(await startDueReports(db, product.services, now + HOUR)).toBe(0);
  const { rows } = await sql<{ taskId: number }>`
    select task_id as "taskId" from report_run where report_id = ${id} and begin_dt = '2024-02-01'`.execute(
    db,
  );
  expect(await runToEnd(product, rows[0]?.taskId ?? 0)).toMatchObject({ state: 'done' });
  expect((await runs(id))[0]).toMatchObject({
    state: 'done',
    mailedTo: 'manager@example.com',
    endDt: '2024-02-29',
  });

  const server = await openMailServer();
  try {
    const settings = { url: `smtp://127.0.0.1:${server.port}`, from: 'Meterhouse <house@example.com>' };
    await deliverDue(db, { mail: mailCarrier(settings, product.services.files), sms: null });
  } finally {
    await server.close();
  }
  const { letters } = server;
  expect(letters).toHaveLength(1);
  // Long headers are folded.
  const letter = (letters[0] ?? '').replaceAll('\r\n ', ' ');
  expect(letter).toContain('Subject: Monthly 2024-02-01 to 2024-02-29');
  const parts = [...letter.matchAll(/filename="?([^";\r\n]+)[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)];
  expect(parts.map(([, name]) => name)).toEqual([
    'Monthly 2024-02-01 2024-02-29.xlsx',
    'Monthly 2024-02-01 2024-02-29.pdf',
  ]);
  const attached = parts.map(([, , body = '']) => Buffer.from(body, 'base64'));
  expect((await sheetCells(attached[0] ?? Buffer.alloc(0)))[1]?.slice(0, 2)).toEqual(['2024-02-01', day(1)]);
  expect(pdfText(attached[1] ?? Buffer.alloc(0)).join('\n')).toContain('Energy analysis');
});

test('every content can be reported, each for one of the periods', async () => {
  const contents = [
    'class',
    'part',
    'statement',
    'timeShare',
    'statisticsForm',
    'statisticsClassify',
    'shift',
  ];
  for (const [i, content] of contents.entries()) {
    const period = ['day', 'week', 'month', 'year'][i % 4];
    const id = await define({ reportName: content, content, period, schedule: '0', formats: 'pdf' });
    const { taskId } = ok(
      await operator.post<{ taskId: number }>('/api/archive/energyReport/make', {
        id,
        begin: '2024-02-10',
        end: '2024-02-10',
      }),
    );
    expect(await runToEnd(product, taskId)).toMatchObject({ state: 'done' });
    const [run] = await runs(id);
    const file = { id: run?.id, format: 'pdf' };
    const { body } = await operator.download('/api/archive/energyReport/getFile', file);
    expect(pdfText(body).join('\n')).toContain(content);
  }
});

test('what is wrong is refused with its field; a failure stands with the run', async () => {
  const id = await define({ reportName: 'Wrong', schedule: '0' });
  const make = (params: Record<string, unknown>) =>
    operator.post<{ taskId: number }>('/api/archive/energyReport/make', params);
  expect(await make({ id, begin: '2024-02-10', end: '2024-02-01' })).toMatchObject({
    code: 400,
    field: 'end',
  });
  expect(await make({ id: 999_999 })).toMatchObject({ code: 404 });
  const { taskId } = ok(await make({ id, begin: '2024-01-01', end: '2026-12-31' }));
  expect(await runToEnd(product, taskId)).toMatchObject({ state: 'failed' });
  expect((await runs(id))[0]).toMatchObject({
    state: 'failed',
    error: 'end time cannot exceed 2024-12-31',
    files: [],
  });
});

test('a report whose period is changed is made for its new period, also where both begin together', async () => {
  const id = await define({ reportName: 'Changed', period: 'day', hour: 7 });
  const { db } = product.database;
  /** What was made by 08:00 in Shanghai of a date. */
  const madeBy = async (date: string): Promise<string[]> => {
    await startDueReports(db, product.services, Date.parse(`${date}T08:00:00+08:00`));
    return (await runs(id)).map(({ beginDt, endDt }) => `${beginDt} ${endDt}`).toReversed();
  };
  const change = async (period: string): Promise<void> => {
    const edit = { id, fieldName: 'period', fieldValue: period };
    ok(await operator.post('/api/archive/energyReport/editfield', edit));
  };
  const day = '2024-02-27 2024-02-27';
  expect(await madeBy('2024-02-28')).toEqual([day]);
  await change('month');
  const months = [day, '2024-02-01 2024-02-29'];
  expect(await madeBy('2024-03-01')).toEqual(months);
  expect(await madeBy('2024-03-01')).toEqual(months);
  await change('day');
  const days = [...months, '2024-03-01 2024-03-01'];
  expect(await madeBy('2024-03-02')).toEqual(days);
  await change('month');
  // The month before that day is not made again.
  expect(await madeBy('2024-03-03')).toEqual(days);
  expect(await madeBy('2024-04-01')).toEqual([...days, '2024-03-01 2024-03-31']);
});

test('a report is made and sent although a connection to the database breaks meanwhile', async () => {
  const id = await define({ reportName: 'Cut off', schedule: '0', recipients: 'manager@example.com' });
  const asked = { id, begin: '2024-02-01', end: '2024-02-29' };
  const { taskId } = ok(await operator.post<{ taskId: number }>('/api/archive/energyReport/make', asked));
  const { services, database } = product;
  let broken = false;
  const files: FileStore = {
    ...services.files,
    async put(content) {
      if (!broken) {
        broken = true;
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db).catch(async (error) => {
          // The next statement takes another connection.
          await sleep(200);
          throw error;
        });
      }
      return services.files.put(content);
    },
  };
  await runTask({ ...services, files }, taskId, taskHandlers);
  expect(broken).toBe(true);
  const [run] = await runs(id);
  expect(run).toMatchObject({ state: 'done', error: null, mailedTo: 'manager@example.com' });
  expect(run?.files).toHaveLength(2);
});
