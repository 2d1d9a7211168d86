import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { readLock } from '#server/postgres/lock.ts';
import { prepareWorks } from '#test/running.ts';
import { ask } from './backends.ts';
import { callAll, newAnswers } from './caller.ts';
import { ATTACKS, type Target } from './kinds.ts';
import { judge, newSenders, sendAll } from './sender.ts';
import { type Round, timesByKind } from './times.ts';
import { Victim } from './victim.ts';
import { Work } from './work.ts';

// node scripts/run.mjs test/attack/kill.ts --rounds 200 --minutes 120 [--only server,postmaster]
// Kills parts of the product as `npm start` runs it, one after the other, under load, and counts what became of it. Ends
// with code 1 where something is lost, doubled or stuck, where the slowest of 95 in 100 rounds, or of 95 in 100 of those that
// restart something, takes longer than 10 s, or where the time was over before the rounds.

const METERS = 4;
/** What takes its time by itself: there the time counts from its end. */
const DISTURBED = new Set(['import', 'undo', 'recalculation', 'backup', 'restore', 'migration', 'update']);
const STUCK_MS = 120_000;
/** 95 of 100 times everybody is answered again within. */
const AGAIN_MS = 10_000;
/** Longer than the launcher and the keeper of PostgreSQL count as a short life, so that pauses do not add up. */
const BETWEEN_MS = 10_500;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '120' },
    only: { type: 'string' },
  },
});
const names = values.only?.split(',') ?? Object.keys(ATTACKS);
const end = Date.now() + Number(values.minutes) * 60_000;

const folder = await mkdtemp(join(tmpdir(), 'meterhouse-attack-'));
const victim = await Victim.on(join(folder, 'data'));
const senders = newSenders(METERS);
const answers = newAnswers();
const stop = new AbortController();
const again: Round[] = [];
const stuck: string[] = [];
let load: Promise<unknown> = Promise.resolve();
try {
  await victim.start();
  const works = await prepareWorks(victim.baseUrl, METERS);
  const work = new Work(victim, works.consumerId);
  await work.prepare();
  const target: Target = { victim, work, folder };
  const { baseUrl, mqttPort } = victim;
  load = Promise.all([
    sendAll({ baseUrl, mqttPort }, works.token, senders, stop.signal),
    callAll({ baseUrl, consumerId: works.consumerId }, 2, answers, stop.signal),
  ]);
  for (let round = 0; round < Number(values.rounds) && Date.now() < end; round++) {
    const name = names[round % names.length] ?? '';
    await sleep(Math.random() * 500);
    const began = Date.now();
    const came = await ATTACKS[name]?.(target).catch((error: unknown) => {
      console.log(`round ${round + 1}, ${name}: ${String(error)}`);
      return false;
    });
    if (came === false) stuck.push(`${name} (round ${round + 1})`);
    const killed = Date.now();
    const goals = senders.map(({ acked }) => acked + 1);
    while (!senders.every(({ acked }, i) => acked >= (goals[i] ?? 0)) && Date.now() < killed + STUCK_MS)
      await sleep(20);
    const ms = Date.now() - (DISTURBED.has(name) ? killed : began);
    again.push({ name, ms });
    if (Date.now() >= killed + STUCK_MS) stuck.push(`senders after ${name} (round ${round + 1})`);
    console.log(`round ${round + 1}, ${name}: everybody is answered again after ${ms} ms`);
    await sleep(Math.max(0, Math.min(BETWEEN_MS - ms, end - Date.now())));
  }
  stop.abort();
  await load;
  await report(work);
} finally {
  stop.abort();
  await load.catch(() => {});
  await victim.stop();
  await rm(folder, { recursive: true, force: true });
}

async function report(work: Work): Promise<void> {
  const url = (await readLock(victim.dataDir))?.connectionString ?? '';
  const database = await openDatabase(url, { log: silent });
  const readings = await judge(database, senders);
  await database.close();
  const imports = await work.judge();
  const kept = new Set(
    (await ask<{ code: string }>(victim.dataDir, 'select supplier_code as code from supplier'))?.map(
      ({ code }) => code,
    ),
  );
  const { all, restarts, byKind } = timesByKind(again);
  const reported = {
    rounds: again.length,
    asked: Number(values.rounds),
    values: readings,
    imports,
    changes: {
      confirmed: answers.added.size,
      lost: [...answers.added].filter((code) => !kept.has(code)).length,
    },
    calls: Object.fromEntries([...answers.codes].sort(([a], [b]) => a - b)),
    wrongAnswers: [...answers.wrong],
    stuck,
    againMs: { all, restarts, byKind },
  };
  console.log(JSON.stringify(reported, null, 1));
  const bad =
    readings.lost +
    readings.doubled +
    readings.stuck +
    imports.lost +
    imports.doubled +
    reported.changes.lost;
  const whole = again.length > 0 && again.length >= Number(values.rounds);
  if (!whole)
    console.log(
      `${again.length} rounds of ${values.rounds}: the time was over (--minutes ${values.minutes})`,
    );
  const p95 = Math.max(all.p95, restarts.p95);
  if (p95 > AGAIN_MS)
    console.log(
      `95 of 100 rounds within ${all.p95} ms, restarts within ${restarts.p95} ms, asked are ${AGAIN_MS}`,
    );
  if (bad > 0 || stuck.length > 0 || answers.wrong.size > 0 || !whole || p95 > AGAIN_MS) process.exitCode = 1;
}
