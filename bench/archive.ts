import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { time } from './figure.ts';
import { Caller } from './http.ts';
import { watchMemory } from './memory.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineLoad, measuredNow, type Part, type Section, table, whole } from './section.ts';

const METERS = 100_000;
const CALLS = 40;
const MB = 2 ** 20;

interface Task {
  readonly state: string;
  readonly message: string | null;
  readonly result: { readonly counts: Readonly<Record<string, number>> } | null;
}

const pumps = ['水泵', '风机', '空压机', '照明', '炼钢炉', '轧机', '冷却塔', '办公楼'];

/** A list of meters as an enterprise keeps it, in the template's columns. */
function meterList(): Buffer {
  const lines = ['表计名称,表计编号,站点,表计类型,能源类型,额定功率 (kW),备注'];
  for (let i = 0; i < METERS; i++)
    lines.push(
      `${pumps[i % pumps.length]} ${i},M-${String(i).padStart(6, '0')},厂区,电表,电,${(i * 7) % 900},第 ${i % 97} 车间`,
    );
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Sends the list and waits for the end of its task; seconds. */
async function importList(person: Caller, list: Buffer, orgId: number): Promise<number> {
  const begun = performance.now();
  const { taskId } = await person.upload<{ taskId: number }>(
    '/api/archive/ammeter/importFile',
    { orgId },
    list,
  );
  for (;;) {
    const task = await person.get<Task>(`/api/task/get?id=${taskId}`);
    if (task.state === 'done') {
      if (task.result?.counts['new'] !== METERS)
        throw new Error(`imported: ${JSON.stringify(task.result?.counts)}`);
      return (performance.now() - begun) / 1000;
    }
    if (task.state === 'failed') throw new Error(task.message ?? 'the import failed');
    await sleep(50);
  }
}

const asked = (dataTable: object) => `?dataTable=${encodeURIComponent(JSON.stringify(dataTable))}`;

/** Pages as a person asks for them: any page, any filter, any order. */
const PAGES: Readonly<Record<string, (i: number) => object>> = {
  'a page': (i) => ({ current: 1 + i * 13, pageSize: 50 }),
  'the last pages': (i) => ({ current: METERS / 50 - i, pageSize: 50 }),
  'sorted by name': (i) => ({
    current: 1 + i,
    pageSize: 50,
    sorter: { field: 'ammeterName', order: 'ascend' },
  }),
  'sorted by power': (i) => ({
    current: 1 + i,
    pageSize: 50,
    sorter: { field: 'ratedPower', order: 'descend' },
  }),
  'sorted by power, the middle': (i) => ({
    current: 900 + i,
    pageSize: 50,
    sorter: { field: 'ratedPower', order: 'descend' },
  }),
  'sorted by state, the middle': (i) => ({
    current: 900 + i,
    pageSize: 50,
    sorter: { field: 'state', order: 'ascend' },
  }),
  'sorted by remark, the middle': (i) => ({
    current: 900 + i,
    pageSize: 50,
    sorter: { field: 'remark', order: 'descend' },
  }),
  'search by a part of the name': (i) => ({ current: 1, pageSize: 50, search: `炉 ${i}` }),
  'search by pinyin initials': (i) => ({ current: 1, pageSize: 50, search: `kyj ${i}` }),
  'search that finds most': (i) => ({ current: 1 + i, pageSize: 50, search: `${i % 10}` }),
  'search that finds most, sorted by name': (i) => ({
    current: 1 + i,
    pageSize: 50,
    search: `${i % 10}`,
    sorter: { field: 'ammeterName', order: 'descend' },
  }),
  'search that finds most, sorted by name, the middle': (i) => ({
    current: 400 + i,
    pageSize: 50,
    search: `${i % 10}`,
    sorter: { field: 'ammeterName', order: 'ascend' },
  }),
  'search that finds most, sorted by code backwards, the middle': (i) => ({
    current: 300 + i * 10,
    pageSize: 50,
    search: `${i % 10}`,
    sorter: { field: 'ammeterCode', order: 'descend' },
  }),
  'filter by a part of the code': (i) => ({
    current: 1,
    pageSize: 50,
    filters: [{ field: 'ammeterCode', op: 'contains', value: `0${i}7` }],
  }),
  'filter by power, sorted by remark': (i) => ({
    current: 1,
    pageSize: 50,
    filters: [{ field: 'ratedPower', op: 'gt', value: i * 20 }],
    sorter: { field: 'remark', order: 'ascend' },
  }),
  'filter by state, sorted by remark, the middle': (i) => ({
    current: 900 + i,
    pageSize: 50,
    filters: [{ field: 'state', op: 'eq', value: '1' }],
    sorter: { field: 'remark', order: 'ascend' },
  }),
  'filter by power, sorted by name, the middle': (i) => ({
    current: 300 + i * 10,
    pageSize: 50,
    filters: [{ field: 'ratedPower', op: 'gt', value: 100 + i * 4 }],
    sorter: { field: 'ammeterName', order: 'descend' },
  }),
  'three conditions, sorted by power': (i) => ({
    current: 1 + i,
    pageSize: 50,
    search: `${i % 10}`,
    filters: [
      { field: 'ammeterName', op: 'contains', value: '机' },
      { field: 'ratedPower', op: 'gt', value: i * 10 },
    ],
    sorter: { field: 'ratedPower', order: 'descend' },
  }),
};

/** What the database would do of itself in the minutes after an import, while pages are timed. */
async function settle(dataDir: string): Promise<void> {
  const system = await openDatabase(await databaseUrl(dataDir), { log: silent, max: 1 });
  await sql`vacuum (analyze)`.execute(system.db);
  await sql`checkpoint`.execute(system.db);
  await system.close();
}

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const load = machineLoad();
  const product = await startProduct();
  const person = new Caller(product.baseUrl);
  try {
    await person.login('operator', PASSWORD);
    const { id: orgId } = await person.post<{ id: number }>('/api/archive/consumer/add', {
      orgName: '量测企业',
      orgCode: 'BENCH',
    });
    await person.post('/api/archive/monitorSite/add', { orgName: '厂区', orgCode: 'S1', consumerId: orgId });
    const list = meterList();
    const memory = watchMemory(product.pid);
    const before = memory.now();
    say(`importing ${whole(METERS)} meters …`);
    const importTook = await importList(person, list, orgId);
    const importPeak = (memory.peak().product - before.product) / MB;
    const exportMemory = watchMemory(product.pid);
    say('exporting them …');
    const begun = performance.now();
    const sheet = await person.bytes('/api/archive/ammeter/exportall');
    const exportTook = (performance.now() - begun) / 1000;
    const exportPeak = (exportMemory.peak().product - before.product) / MB;
    await settle(product.dataDir);
    const rows: (string | number)[][] = [];
    for (const [name, ask] of Object.entries(PAGES)) {
      const took = await time(CALLS, (i) => person.get(`/api/archive/ammeter/getdatatable${asked(ask(i))}`));
      rows.push([name, fixed(took.p50), fixed(took.p95), limit(took.p95, '≤', 50, ' ms')]);
    }
    const text = `${measuredNow(load)}

${whole(METERS)} meters of one enterprise; pages of 50 rows with their number in all, one person asks, when the database has tidied up after the import. The import is a .csv of ${fixed(list.length / MB, 1)} MB, from the upload to the end of its task, references by name, every row in the log; the export is an .xlsx of ${fixed(sheet.length / MB, 1)} MB. Memory is the most that the product's process, its worker thread in it, took beyond what it took after its start (proportional set size, looked at once a second); what the import left uncollected counts for the export too.

${table(
  ['act', 'seconds', 'limit', 'memory MB', 'limit'],
  [
    [
      'import',
      fixed(importTook),
      limit(importTook, '≤', 30, ' s'),
      whole(importPeak),
      limit(importPeak, '≤', 300),
    ],
    [
      'export',
      fixed(exportTook),
      limit(exportTook, '≤', 20, ' s'),
      whole(exportPeak),
      limit(exportPeak, '≤', 300),
    ],
  ],
)}

${table(['page', 'p50 ms', 'p95 ms', 'limit (p95)'], rows)}`;
    return [{ title: 'The archive: 100,000 meters', text }];
  } finally {
    person.close();
    await product.stop();
  }
}

/** Import, export and pages of a large list. */
export const archive: Section = { name: 'archive', measure };
