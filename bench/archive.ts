import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { time } from './figure.ts';
import { Caller } from './http.ts';
import { type LongList, longLists, ROWS } from './longLists.ts';
import { watchMemory } from './memory.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

const CALLS = 40;
/** What a page of a list of this length may take at most. */
const PAGE_MS = 100;
const MB = 2 ** 20;

interface Task {
  readonly state: string;
  readonly message: string | null;
  readonly result: { readonly counts: Readonly<Record<string, number>> } | null;
}

/** Sends a list and waits for the end of its task; seconds. */
async function importList(person: Caller, path: string, list: Buffer, orgId: number): Promise<number> {
  const begun = performance.now();
  const { taskId } = await person.upload<{ taskId: number }>(`${path}/importFile`, { orgId }, list);
  for (;;) {
    const task = await person.get<Task>(`/api/task/get?id=${taskId}`);
    if (task.state === 'done') {
      if (task.result?.counts['new'] !== ROWS)
        throw new Error(`imported: ${JSON.stringify(task.result?.counts)}`);
      return (performance.now() - begun) / 1000;
    }
    if (task.state === 'failed') throw new Error(task.message ?? 'the import failed');
    await sleep(50);
  }
}

/** A page of a list as its call takes it. */
export const query = (dataTable: object) => `?dataTable=${encodeURIComponent(JSON.stringify(dataTable))}`;

/** What the database would do of itself in the minutes after an import, while pages are timed. */
async function settle(dataDir: string): Promise<void> {
  const system = await openDatabase(await databaseUrl(dataDir), { log: silent, max: 1 });
  await sql`vacuum (analyze)`.execute(system.db);
  await sql`checkpoint`.execute(system.db);
  await system.close();
}

type Row = (string | number)[];

/** Imports and exports a list, then asks for its pages; the lines of both tables. */
async function measureList(
  person: Caller,
  product: { readonly pid: number; readonly dataDir: string },
  { title, path, head, line, pages }: LongList,
  orgId: number,
  say: (line: string) => void,
): Promise<{ acts: Row[]; asked: Row[] }> {
  const list = Buffer.from(`${[head, ...Array.from({ length: ROWS }, (_, i) => line(i))].join('\n')}\n`);
  const memory = watchMemory(product.pid);
  const before = memory.now();
  say(`${title}: importing ${whole(ROWS)} …`);
  const importTook = await importList(person, path, list, orgId);
  const importPeak = (memory.peak().product - before.product) / MB;
  const exportMemory = watchMemory(product.pid);
  say('exporting them …');
  const begun = performance.now();
  const sheet = await person.bytes(`${path}/exportall`);
  const exportTook = (performance.now() - begun) / 1000;
  const exportPeak = (exportMemory.peak().product - before.product) / MB;
  await settle(product.dataDir);
  const rows: Row[] = [];
  for (const [name, ask] of Object.entries(pages)) {
    const took = await time(CALLS, (i) => person.get(`${path}/getdatatable${query(ask(i))}`));
    rows.push([`${title}: ${name}`, fixed(took.p50), fixed(took.p95), limit(took.p95, '≤', PAGE_MS, ' ms')]);
  }
  const act = (name: string, file: Buffer, took: number, most: number, peak: number): Row => [
    `${title}: ${name}`,
    fixed(file.length / MB, 1),
    fixed(took),
    limit(took, '≤', most, ' s'),
    whole(peak),
    limit(peak, '≤', 300),
  ];
  return {
    acts: [act('import', list, importTook, 30, importPeak), act('export', sheet, exportTook, 20, exportPeak)],
    asked: rows,
  };
}

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const person = new Caller(product.baseUrl);
  try {
    await person.login('operator', PASSWORD);
    const { id: orgId } = await person.post<{ id: number }>('/api/archive/consumer/add', {
      orgName: '量测企业',
      orgCode: 'BENCH',
    });
    await person.post('/api/archive/monitorSite/add', { orgName: '厂区', orgCode: 'S1', consumerId: orgId });
    // What the instruments measure.
    await person.post('/api/yunshui/dataCollectConfigure/add', {
      consumerId: orgId,
      collectItemName: '全厂用电',
      energyClassCode: '02',
      energyTypeCode: '3300',
      dataUsageCode: '20',
      inputType: '4',
      statType: '1',
    });
    const acts: Row[] = [];
    const rows: Row[] = [];
    for (const list of longLists) {
      const measured = await measureList(person, product, list, orgId, say);
      acts.push(...measured.acts);
      rows.push(...measured.asked);
    }
    const text = `${measuredNow(machine)}

${whole(ROWS)} meters of one enterprise, and the same number of its instruments, which have most fields of all; pages of 50 rows with their number in all, one person asks, when the database has tidied up after the import. The import is a .csv, from the upload to the end of its task, references by name, every row in the log; the export is an .xlsx. Memory is the most that the product's process, its worker thread in it, took beyond what it took before the import of the list (proportional set size, looked at once a second); what the import left uncollected counts for the export too.

${table(['act', 'MB', 'seconds', 'limit', 'memory MB', 'limit'], acts)}

${table(['page', 'p50 ms', 'p95 ms', 'limit (p95)'], rows)}`;
    return [{ title: 'The archive: 100,000 meters', text }];
  } finally {
    person.close();
    await product.stop();
  }
}

/** Import, export and pages of large lists. */
export const archive: Section = { name: 'archive', measure };
