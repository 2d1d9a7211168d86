/**
 * The proof: a month of meters with every kind of fault, sent through the product's public doors, platform against
 * truth for every figure.
 *   npm run score                         starts a product of its own on a scratch folder, and stops it
 *   npm run score -- --write              writes docs/score.md too
 *   npm run score -- --buckets gap-1      prints every bucket of a meter
 *   npm run score -- --base http://127.0.0.1:8080 [--user operator] [--password …]   a product that runs
 *   npm run score -- --sealed             figures alone, every month sealed before anything comes late, and once more before it is judged
 *   npm run score -- --alarms             the alarms alone
 *   npm run score -- --live [--base …] [--console http://127.0.0.1:8090] [--days 30]   the demonstration's own plants instead
 * Ends with 1 when a figure is wrong.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PASSWORD, ROOT, startProduct } from '../bench/product.ts';
import { sealNow } from '../bench/sealNow.ts';
import { Client, Refused, sendTelemetry } from './demonstration/client.ts';
import type { SwitchedLoad } from './demonstration/message.ts';
import { type Province, startProvince } from './platform/province.ts';
import { alarmFaults, alarmTable } from './score/alarmCount.ts';
import { judged, scoreAlarms } from './score/alarmScore.ts';
import { beginCut, scoreCut } from './score/cutScore.ts';
import { folded } from './score/deliver.ts';
import { scoreEvents } from './score/eventScore.ts';
import { scoreSources, type SourceWays } from './score/sourceScore.ts';
import { scoreLive } from './score/live.ts';
import { answersOf, documentOf, linesOf, reportedOf, rowsOf, tableOf, totalOf } from './score/report.ts';
import { runScore } from './score/score.ts';
import { seasonsOf } from './score/story.ts';

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    user: { type: 'string', default: 'operator' },
    password: { type: 'string' },
    live: { type: 'boolean', default: false },
    console: { type: 'string', default: `http://127.0.0.1:${process.env['SIMULATOR_PORT'] || '8090'}` },
    alarms: { type: 'boolean', default: false },
    sealed: { type: 'boolean', default: false },
    days: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
    buckets: { type: 'string', multiple: true, default: [] },
  },
});

/** A replay of a day that takes longer does not come to its end. */
const REPLAY_MS = 300_000;

async function open(base: string, password: string): Promise<Client> {
  const client = new Client(base);
  await client.login(options.user, options.password ?? password).catch((error: unknown) => {
    if (error instanceof Refused) throw error;
    throw new Error(`no product answers at ${base}`);
  });
  return client;
}

async function write(text: string): Promise<void> {
  const path = join(ROOT, 'docs/score.md');
  const { format, resolveConfig } = await import('prettier');
  await writeFile(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

/** How the sources of alarms are scored on a product that runs by itself. */
const sourceWays = (client: Client): SourceWays => ({
  send: async (token, telemetry) => {
    await sendTelemetry(client.baseUrl, token, telemetry);
  },
  settled: async () => {
    await folded(client.baseUrl);
    await judged(client.baseUrl);
  },
  ended: async (taskId) => {
    // A replay answers when it has ended.
    for (const until = Date.now() + REPLAY_MS; ; await sleep(500))
      try {
        await client.get('/api/event/alarm/getReplay', { id: taskId });
        return;
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 404 || Date.now() > until) throw error;
      }
  },
});

/** What was switched in the demonstration's plants: without it their truth is not known. */
async function switchedLoads(): Promise<readonly SwitchedLoad[]> {
  const reply = await fetch(`${options.console}/state`).catch(() => undefined);
  if (!reply?.ok)
    throw new Error(`no simulated plant answers at ${options.console}: name its console with --console`);
  return ((await reply.json()) as { switched?: readonly SwitchedLoad[] }).switched ?? [];
}

/** @returns the table of what alarms were found */
async function scoreRings(client: Client): Promise<string> {
  const { send, settled } = sourceWays(client);
  // It takes minutes until a gateway is silent: the rest happens meanwhile.
  const cut = await beginCut(client, send);
  const rows = [
    ...(await scoreAlarms(client, (line) => console.log(line))),
    ...(await scoreSources(client, sourceWays(client))),
    await scoreEvents(client, send, settled),
    await scoreCut(client, send, cut),
  ];
  const faults = alarmFaults(rows);
  const table = alarmTable(rows);
  console.log(
    `\n${table}\n\n${rows.reduce((n, row) => n + row.alarms, 0)} alarms, ${faults} not as they should be`,
  );
  if (faults > 0) process.exitCode = 1;
  return table;
}

/** What a product of the score's own allows besides its calls. */
interface Own {
  /** A platform of the province that it may reach. */
  readonly upward: { readonly province: Province; readonly ownPassword: string };
  readonly settle?: () => Promise<string>;
}

async function scoreFaults(client: Client, own?: Own): Promise<void> {
  // What is sealed has nothing to do with alarms.
  const alarms = options.sealed ? '' : await scoreRings(client);
  if (options.alarms) return;
  const score = await runScore(client, seasonsOf(), { say: (line) => console.log(line), ...own });
  const rows = rowsOf(score);
  const answers = [...answersOf(score), ...reportedOf(score)];
  for (const line of linesOf(score, options.buckets)) console.log(line);
  console.log(`\n${tableOf(rows)}\n\n${tableOf(answers)}\n`);
  if (options.write) await write(documentOf(rows, answers, score.readings, alarms));
  const { wrong, line } = totalOf([...rows, ...answersOf(score).slice(-1), ...reportedOf(score)]);
  console.log(line);
  if (wrong > 0) process.exitCode = 1;
}

/** @throws Error where a month that is over stays rows */
async function sealAll(dataDir: string): Promise<string> {
  const { sealed, left, rows, figures, buckets } = await sealNow(dataDir);
  if (left > 0) throw new Error(`${left} months of meters could not be sealed`);
  return `sealed: ${sealed} months of readings (${rows} readings stand in blocks), ${figures} of figures (${buckets} quarters and hours)`;
}

async function main(): Promise<void> {
  if (options.live) {
    const client = await open(options.base ?? 'http://127.0.0.1:8080', 'operator-demo');
    if (!(await scoreLive(client, Number(options.days), await switchedLoads()))) process.exitCode = 1;
    return;
  }
  if (options.base !== undefined && options.sealed)
    throw new Error('--sealed reaches into the database: leave --base out');
  if (options.sealed && options.write) throw new Error('--sealed tells of figures alone: leave --write out');
  if (options.base !== undefined) return scoreFaults(await open(options.base, 'operator-demo'));
  const product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  const province = await startProvince();
  try {
    await scoreFaults(await open(product.baseUrl, PASSWORD), {
      upward: { province, ownPassword: PASSWORD },
      ...(options.sealed ? { settle: () => sealAll(product.dataDir) } : {}),
    });
  } finally {
    await product.stop();
    await province.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
