import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { openDatabase, type Db } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { buildMeters } from '#test/build/meter.ts';
import { percentile } from './figure.ts';
import { databaseUrl, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

/*
 * A park of meters that all report at the same quarter of an hour: how long until every figure of the step is there.
 */
const METERS = 100_000;
const STEPS = 6;
const AT_ONCE = 20_000;
const LIMIT_S = 30;

/** Registers of one step, in kWh: meter m counts 1 + m % 7 quarters of a kWh a step. */
const registerOf = (m: number, k: number): number => ((1 + (m % 7)) * k) / 4;

interface Step {
  /** Seconds until all readings are stored, and from then until all is folded. */
  readonly stored: number;
  readonly folded: number;
}

async function tell(db: Db, meterIds: readonly number[], ts: number, k: number): Promise<void> {
  const pp = codeIndex('PP');
  for (let from = 0; from < meterIds.length; from += AT_ONCE) {
    const builder = new BatchBuilder(AT_ONCE);
    for (const [i, id] of meterIds.slice(from, from + AT_ONCE).entries()) {
      builder.row(id, ts);
      builder.set(pp, registerOf(from + i, k));
    }
    await storeReadings(db, builder.batch());
  }
}

async function folded(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from dirty limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(50);
  }
}

/** Meters whose energy of a step is not what their registers say. */
async function wrongAt(db: Db, meterIds: readonly number[], from: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) filter (where u.pp is distinct from (1 + (m.i - 1) % 7) * 250000)::integer as n
    from unnest(${meterIds}::integer[]) with ordinality m (id, i)
    left join usage u on u.meter_id = m.id and u.level = 1 and u.ts = ${new Date(from)}`.execute(db);
  return rows[0]?.n ?? NaN;
}

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const { db, close } = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 3 });
  try {
    say(`entering ${whole(METERS)} meters …`);
    const { meterIds } = await buildMeters(db, { meters: METERS, name: 'park' });
    await sql`vacuum (analyze)`.execute(db);
    const last = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
    const steps: Step[] = [];
    let wrong = 0;
    for (let k = 0; k <= STEPS; k++) {
      const ts = last - (STEPS - k) * QUARTER_MS;
      const begun = performance.now();
      await tell(db, meterIds, ts, k);
      const stored = performance.now();
      await folded(db);
      const step = { stored: (stored - begun) / 1000, folded: (performance.now() - stored) / 1000 };
      say(`step ${k}: stored in ${fixed(step.stored, 1)} s, folded ${fixed(step.folded, 1)} s later`);
      // The first has no register before it.
      if (k === 0) continue;
      steps.push(step);
      wrong += await wrongAt(db, meterIds, ts - QUARTER_MS);
    }
    const all = steps.map((step) => step.stored + step.folded);
    const longest = Math.max(...all);
    const text = `${measuredNow(machine)}

${whole(METERS)} meters tell a register at the same quarter of an hour, ${STEPS} times, stored by the ingest's own way in the database; from the first reading of a step until every figure of it, its hour, day, month and year is there. Every quarter of an hour is compared with its registers.

${table(
  ['a step', 's', 'limit'],
  [
    [
      'stored, in the middle',
      fixed(
        percentile(
          steps.map((step) => step.stored),
          0.5,
        ),
        1,
      ),
      '',
    ],
    ['all figures there, in the middle', fixed(percentile(all, 0.5), 1), ''],
    ['all figures there, the longest', `**${fixed(longest, 1)}**`, limit(longest, '≤', LIMIT_S, ' s')],
    ['quarters of an hour that are wrong', whole(wrong), limit(wrong, '≤', 0)],
  ],
)}`;
    return [{ title: `A step of ${whole(METERS)} meters`, text }];
  } finally {
    await close();
    await product.stop();
  }
}

/** How soon a whole park's step has its figures. */
export const step: Section = { name: 'step', onRequest: true, measure };
