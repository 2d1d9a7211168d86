import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { buildUploadScene, midnight, type UploadScene } from '#test/build/uploadScene.ts';
import { ok } from '#test/product.ts';
import { jitterOf, slotAt } from '../domain/period.ts';
import { sweep } from './changes.ts';
import { platformById } from './platform.ts';
import { fileDue } from './schedule.ts';

const AT = '/api/yunshui';
const SWEPT = Date.parse('2018-08-10T00:00:00Z');
const FIFTH = midnight('2018-07-05');

let scene: UploadScene;
beforeAll(async () => {
  scene = await buildUploadScene('A');
  await scene.store(
    FIFTH,
    Array.from({ length: 92 }, () => '40'),
  );
  await dataUpdate();
  await scene.run();
});
afterAll(() => scene.close());

/** A person has the month sent. */
const dataUpdate = async (): Promise<void> => {
  ok(
    await scene.mine.client.post(`${AT}/uploadRecord/dataUpdate`, {
      platformId: scene.platformId,
      year: 2018,
      month: 7,
      dataCollectConfigureIds: scene.items[1],
    }),
  );
};
const db = () => scene.product.database.db;
const fifth = async (): Promise<string[]> =>
  (
    await sql<{ told: string }>`select revision || ' ' || figure_state as told from upload_detail
      where platform_id = ${scene.platformId} and stat_type = '1' and stat_date = ${new Date(FIFTH)} order by revision`.execute(db())
  ).rows.map(({ told }) => told); // prettier-ignore
const known = (): string | undefined =>
  scene.province.known().find((one) => one.statType === '1' && one.statDate === '2018-07-05 00:00:00')
    ?.dataValue;
const notices = async (kind: string): Promise<string[]> =>
  (
    await sql<{ en: string }>`select text ->> 'en' as en from notice
      where kind = ${kind} and object_id = ${scene.platformId} and ended_at is null`.execute(db())
  ).rows.map(({ en }) => en);
/** An instant in the next slot of the platform. */
async function inSlot(): Promise<number> {
  const platform = await platformById(db(), scene.platformId);
  if (!platform) throw new Error('There is no platform.');
  const slot = slotAt(platform.zone, platform.uploadTime, platform.slotMs, Date.now() + DAY_MS);
  return slot.from + jitterOf(platform.id, platform.slotMs) + 1;
}

it('a correction that the platform never acknowledged goes with the next slot, however old its period is', async () => {
  expect([await fifth(), known()]).toEqual([['1 acknowledged'], '0.3680']);
  await scene.store(FIFTH + 92 * 900_000, ['140']);
  expect(await sweep(db(), SWEPT)).toBe(1);
  scene.province.faults = { error500: 1 };
  await scene.run(7);
  expect(await fifth()).toEqual(['1 superseded', '2 unknown']);
  expect(known()).toBe('0.3680');
  expect(await notices('uploadProblem')).toEqual([expect.stringContaining('1 not acknowledged')]);
  // Nothing was changed meanwhile, so nothing but the slot takes it up.
  expect(await sweep(db(), SWEPT)).toBe(0);
  scene.province.faults = {};
  expect(await fileDue(db(), await inSlot())).toBeGreaterThan(0);
  await scene.run();
  expect(await fifth()).toEqual(['1 superseded', '2 acknowledged']);
  expect(known()).toBe('0.3820');
});

it('what is cleared before it left gives back what it had taken the place of', async () => {
  await scene.store(FIFTH + 93 * 900_000, ['240']);
  expect(await sweep(db(), SWEPT)).toBe(1);
  // It is prepared, and stopped before it leaves.
  await sql`update upload_record set record_state = 'stopped' where record_state = 'prepared'`.execute(db());
  await sql`update upload_detail set figure_state = 'superseded', _was_state = 'acknowledged'
    where platform_id = ${scene.platformId} and stat_type = '1' and stat_date = ${new Date(FIFTH)} and revision = 2`.execute(
    db(),
  );
  const { rows } = await sql<{ id: number }>`select max(id) as id from upload_record where platform_id = ${scene.platformId}`.execute(db()); // prettier-ignore
  await sql`insert into upload_detail (item_name, consumer_id, platform_id, record_id, item_id, data_code, stat_type, stat_date, revision,
      raw_value, sent_text, sent_unit, prior_text, convert_ration, coverage, figure_state, attempts, _flags, _parts)
    select item_name, consumer_id, platform_id, ${rows[0]?.id ?? 0}, item_id, data_code, stat_type, stat_date, 3, raw_value, '0.4060', sent_unit,
      sent_text, convert_ration, coverage, 'waiting', 0, _flags, _parts
    from upload_detail where platform_id = ${scene.platformId} and stat_type = '1' and stat_date = ${new Date(FIFTH)} and revision = 2`.execute(
    db(),
  );
  const today = dateAt(HOME_ZONE, Date.now());
  ok(await scene.mine.client.post(`${AT}/uploadRecord/manualDelHisRec`, { platformId: scene.platformId, orgId: scene.mine.consumerId, dt1: '2020-01-01', dt2: today })); // prettier-ignore
  expect(await fifth()).toContain('2 acknowledged');
  expect(await sweep(db(), SWEPT)).toBe(1);
  await scene.run();
  expect(known()).toBe('0.4060');
});

it('what people have to send anew is told until they did', async () => {
  const late = SWEPT + 800 * DAY_MS;
  await scene.store(FIFTH + 94 * 900_000, ['340']);
  // Further back than the platform takes revisions by itself.
  await sql`update platform_info set revise_days = 5 where id = ${scene.platformId}`.execute(db());
  // So far back it looks in any case.
  expect(await sweep(db(), SWEPT - 5 * DAY_MS)).toBe(1);
  expect(await notices('uploadChanged')).toEqual([
    expect.stringContaining('history of 1 reported figures changed'),
  ]);
  // A later sweep does not look that far back.
  await sweep(db(), late);
  expect(await notices('uploadChanged')).toHaveLength(1);
  await dataUpdate();
  await scene.run();
  await sweep(db(), late);
  expect(known()).toBe('0.4400');
  expect(await notices('uploadChanged')).toEqual([]);
});

it('between corrections that are left nothing goes that nobody asked for', async () => {
  const [MAY, JULY] = [midnight('2018-05-05'), midnight('2018-07-07')];
  // What people have to send anew: so far back nothing is revised by itself.
  await scene.store(
    JULY - DAY_MS,
    Array.from({ length: 92 }, () => '40'),
  );
  await dataUpdate();
  await scene.run();
  const sixth = () => scene.province.known().find((one) => one.statType === '1' && one.statDate === '2018-07-06 00:00:00')?.dataValue; // prettier-ignore
  const before = sixth();
  expect(before).toBeDefined();
  await scene.store(JULY - 4 * QUARTER_MS, ['140']);
  // Of the fifth of May and the seventh of July a correction was not acknowledged; of June nobody has sent anything.
  await sql`with newest as (select distinct on (data_code) * from upload_detail
      where platform_id = ${scene.platformId} and stat_type = '1' and stat_date = ${new Date(FIFTH)} order by data_code, revision desc)
    insert into upload_detail (item_name, consumer_id, platform_id, item_id, data_code, stat_type, stat_date, revision, raw_value,
      sent_text, sent_unit, prior_text, convert_ration, coverage, figure_state, attempts, _flags, _parts)
    select item_name, consumer_id, platform_id, item_id, data_code, stat_type, d.at, revision + d.more, raw_value,
      sent_text, sent_unit, sent_text, convert_ration, coverage, 'unknown', 1, _flags, _parts
    from newest cross join unnest(${[new Date(MAY), new Date(JULY)]}::timestamptz[], array[1, 9]) d (at, more)`.execute(
    db(),
  );
  expect(await fileDue(db(), await inSlot())).toBeGreaterThan(0);
  await scene.run();
  const { rows } = await sql<{ state: string; n: number }>`
    select figure_state as state, count(*)::integer as n from upload_detail
    where platform_id = ${scene.platformId} and stat_type = '1' and stat_date < ${new Date(midnight('2018-07-01'))}
    group by 1`.execute(db());
  expect(rows).toEqual([{ state: 'acknowledged', n: 1 }]);
  expect(sixth()).toBe(before);
});

it('a slot that makes up what was held sends nothing anew that people are told of', async () => {
  const { zone } = (await platformById(db(), scene.platformId)) ?? {};
  const day = startOfDate(zone ?? HOME_ZONE, dateAt(HOME_ZONE, Date.now()), -20);
  const name = `${dateAt(HOME_ZONE, day)} 00:00:00`;
  const told = () => scene.province.known().find((one) => one.statType === '1' && one.statDate === name)?.dataValue; // prettier-ignore
  await sql`update platform_info set _enabled_at = now() - interval '30 days' where id = ${scene.platformId}`.execute(
    db(),
  );
  await scene.store(
    day,
    Array.from({ length: 92 }, () => '40'),
  );
  expect(await fileDue(db(), await inSlot())).toBeGreaterThan(0);
  await scene.run();
  const before = told();
  expect(before).toBeDefined();
  // Five days back corrections go by themselves; days beside it are held, and due with every slot.
  await scene.store(day + 92 * QUARTER_MS, ['140']);
  expect(await sweep(db(), Date.now())).toBe(1);
  expect(await fileDue(db(), await inSlot())).toBeGreaterThan(0);
  await scene.run();
  expect(told()).toBe(before);
  expect(await notices('uploadChanged')).toEqual([
    expect.stringContaining('history of 1 reported figures changed'),
  ]);
});
