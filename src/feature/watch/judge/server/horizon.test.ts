import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMeters } from '#test/build/meter.ts';
import { figureScene } from '#test/build/figureScene.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let product: Product;
let operator: Client;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'horizon' }));
});
afterAll(() => product.close());
const scene = () => ({ product, consumerId, operator });
const { newMeter, store, recordsOf } = judgeScene(scene);
const { look, fold, newRule } = figureScene(scene);

/** The midnight of the site at which today began. */
const TODAY = Math.floor((Date.now() + 8 * HOUR) / DAY) * DAY - 8 * HOUR;

/** An alarm that was raised a hundred days ago by a use of 120 and stands. */
async function standsSince(raised: number, meterId: number, alarmId: number): Promise<void> {
  const { db } = product.database;
  const episodes = [{ raisedAt: raised, clearedAt: null, peak: { value: 120, at: raised } }];
  await sql`
    insert into alarm_record (record_name, consumer_id, ammeter_id, alarm_id, alarm_type, alarm_level, alarm_status, process, raised_at,
      raise_count, peak_value, peak_at, limit_value, origin, _told, _episodes, _version_id)
    select 'Use of a day', ${consumerId}, ${meterId}, a.id, a.alarm_type, '2', '1', '0', ${new Date(raised)}, 1, 120, ${new Date(raised)}, 100,
      'live', 1, ${JSON.stringify(episodes)}::jsonb, v.id
    from alarm a join alarm_version v on v.alarm_id = a.id where a.id = ${alarmId}`.execute(db);
  // As if the rule had been made before.
  await db.transaction().execute(async (trx) => {
    await sql`alter table alarm_version disable trigger stays`.execute(trx);
    await sql`update alarm_version set valid_from = ${new Date(raised - DAY)} where alarm_id = ${alarmId}`.execute(
      trx,
    );
    await sql`alter table alarm_version enable trigger stays`.execute(trx);
  });
}

it.each([
  ['inside its dead band', 4],
  ['beyond its limit', 5],
])('an alarm that stands longer than data are judged keeps its begin: each day %s', async (_, energy) => {
  const raised = TODAY - 100 * DAY;
  const meterId = await newMeter(3600);
  const alarmId = await newRule(meterId, { figure: 'dayEnergy', limitValue: 100, deadBand: 10 });
  await standsSince(raised, meterId, alarmId);
  const begin = TODAY - 93 * DAY;
  await store(
    meterId,
    Array.from({ length: 93 * 24 + 1 }, (_hour, n) => [begin + n * HOUR, { PP: n * energy }] as const),
  );
  await fold();
  await look(TODAY + HOUR);
  // Judged again as it is every day, and as after a correction.
  await sql`update alarm_figure set due_at = now() - interval '1 day', from_ts = ${new Date(TODAY - 80 * DAY)} where ammeter_id = ${meterId}`.execute(
    product.database.db,
  );
  await look(TODAY + HOUR);
  expect(await recordsOf(meterId)).toMatchObject([{ raised, cleared: null, revision: null }]);
});
