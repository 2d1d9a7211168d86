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
import { sealNow } from './sealNow.ts';
import { fixed, limit, machineNow, measuredNow, type Section, table, whole } from './section.ts';

/** Seconds from a change of the past until every answer has it. */
interface RepairFigure {
  readonly meters: number;
  readonly lateSeconds: number;
  readonly ratioSeconds: number;
  /** Of a late reading once the year is sealed. */
  readonly sealedSeconds: number;
  /** Months of meters that were sealed. */
  readonly sealed: number;
}

const METERS = 200;
const HOURS = 366 * 24;
const FROM = Date.UTC(2023, 11, 31, 16);
/** Hours of the year whose reading of the first meter comes late: while its month stands in rows, and in a block. */
const LATE = 5000;
const LATE_SEALED = 6000;
const ASKED = '/api/monitoring/overview/getFigures';

/**
 * One late reading of last year, another ratio for a whole year, and one more late reading when all of it is sealed, in a
 * running product with 200 meters × a year.
 */
async function repairs(): Promise<RepairFigure> {
  const product = await startProduct();
  const { db, pool, close } = await openProductDatabase(await databaseUrl(product.dataDir), { log: silent, max: 4 }); // prettier-ignore
  const person = new Caller(product.baseUrl);
  try {
    const { consumerId, meterIds } = await buildMeters(db, { meters: METERS, name: 'repair' });
    await storeYear(db, meterIds, FROM, HOURS, (m, h) => m === 0 && (h === LATE || h === LATE_SEALED));
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
    /** Seconds until everything agrees after a change. */
    const after = async (change: () => Promise<unknown>): Promise<number> => {
      const begun = performance.now();
      await change();
      await folded();
      await ask();
      return (performance.now() - begun) / 1000;
    };
    const comeLate = (hour: number) => (): Promise<unknown> => {
      const builder = new BatchBuilder();
      builder.row(meterIds[0] ?? 0, FROM + hour * HOUR_MS);
      builder.set(codeIndex('PP'), registerAt(0, hour) / 100);
      return storeReadings(db, builder.batch());
    };
    const lateSeconds = await after(comeLate(LATE));
    const ratio = { ammeterId: meterIds[1], from: Date.UTC(2000, 0), ct: '40', sameDevice: 0 };
    const ratioSeconds = await after(() => person.post('/api/archive/ledger/add', ratio));
    const { sealed, left } = await sealNow(product.dataDir);
    if (left > 0) throw new Error(`${left} months stay rows`);
    const sealedSeconds = await after(comeLate(LATE_SEALED));
    return { meters: METERS, lateSeconds, ratioSeconds, sealedSeconds, sealed };
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
    const machine = machineNow();
    const { meters, lateSeconds, ratioSeconds, sealedSeconds, sealed } = await repairs();
    say(
      `late reading ${fixed(lateSeconds)} s, ratio ${fixed(ratioSeconds)} s, late in a sealed year ${fixed(sealedSeconds)} s`,
    );
    return [
      {
        title: 'Repair of the past',
        text: `${measuredNow(machine)}

A running product with ${meters} meters × a year by the hour: seconds until hour, day, month, year, the sums of the organisation and the overview agree; then all ${whole(sealed)} months of its meters are sealed.

${table(
  ['change', 's', 'limit'],
  [
    ['one late reading of last year', fixed(lateSeconds), limit(lateSeconds, '≤', 5)],
    ['another ratio for the whole year of one meter', fixed(ratioSeconds), limit(ratioSeconds, '≤', 10)],
    ['one late reading of last year, sealed', fixed(sealedSeconds), limit(sealedSeconds, '≤', 2)],
  ],
)}`,
      },
    ];
  },
};
