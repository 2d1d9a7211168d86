import { setTimeout as sleep } from 'node:timers/promises';
import { codeIndex } from '#contract/dataCode.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { openDatabase as openProductDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { buildMeters } from '#test/build/meter.ts';
import { registerAt, storeYear } from '#test/build/year.ts';
import { Caller } from './http.ts';
import { PASSWORD, databaseUrl, startProduct } from './product.ts';
import { fixed, limit, machineLoad, measuredNow, type Section, table } from './section.ts';

/** Seconds from a change of the past until every answer has it. */
interface RepairFigure {
  readonly meters: number;
  readonly lateSeconds: number;
  readonly ratioSeconds: number;
}

const METERS = 200;
const HOURS = 366 * 24;
const FROM = Date.UTC(2023, 11, 31, 16);
const LATE = 5000;
const ASKED = '/api/monitoring/overview/getFigures';

/** One late reading of last year, and another ratio for a whole year, in a running product with 200 meters × a year. */
async function repairs(): Promise<RepairFigure> {
  const product = await startProduct();
  const { db, pool, close } = await openProductDatabase(await databaseUrl(product.dataDir), { log: silent, max: 4 }); // prettier-ignore
  const person = new Caller(product.baseUrl);
  try {
    const { consumerId, meterIds } = await buildMeters(db, { meters: METERS, name: 'repair' });
    await storeYear(db, meterIds, FROM, HOURS, (m, h) => m === 0 && h === LATE);
    const folded = async (): Promise<void> => {
      for (;;) {
        const { rows } = await pool.query('select from dirty limit 1');
        if (rows.length === 0) return;
        await sleep(20);
      }
    };
    await folded();
    await person.login('operator', PASSWORD);
    const ask = (): Promise<unknown> =>
      person.get(`${ASKED}?consumerId=${consumerId}&dataType=1&date=2024-07-28`);
    await ask();
    let begun = performance.now();
    const builder = new BatchBuilder();
    builder.row(meterIds[0] ?? 0, FROM + LATE * HOUR_MS);
    builder.set(codeIndex('PP'), registerAt(0, LATE) / 100);
    await storeReadings(db, builder.batch());
    await folded();
    await ask();
    const lateSeconds = (performance.now() - begun) / 1000;
    begun = performance.now();
    await person.post('/api/archive/ledger/add', { ammeterId: meterIds[1], from: Date.UTC(2000, 0), ct: '40', sameDevice: 0 }); // prettier-ignore
    await folded();
    await ask();
    return { meters: METERS, lateSeconds, ratioSeconds: (performance.now() - begun) / 1000 };
  } finally {
    person.close();
    await close();
    await product.stop();
  }
}

/** How soon every figure agrees after a change of the past. */
export const repair: Section = {
  name: 'repair',
  async measure(say) {
    const load = machineLoad();
    const { meters, lateSeconds, ratioSeconds } = await repairs();
    say(`late reading ${fixed(lateSeconds)} s, ratio ${fixed(ratioSeconds)} s`);
    return [
      {
        title: 'Repair of the past',
        text: `${measuredNow(load)}

A running product with ${meters} meters × a year by the hour: seconds until hour, day, month, year, the sums of the organisation and the overview agree.

${table(
  ['change', 's', 'limit'],
  [
    ['one late reading of last year', fixed(lateSeconds), limit(lateSeconds, '≤', 5)],
    ['another ratio for the whole year of one meter', fixed(ratioSeconds), limit(ratioSeconds, '≤', 10)],
  ],
)}`,
      },
    ];
  },
};
