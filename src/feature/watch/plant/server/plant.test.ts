import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import type { NoticeCount, NoticeWire } from '#feature/house/notice/contract.ts';
import { NOTICES } from '#feature/house/notice/server/public.ts';
import { watchSilence } from '#feature/meters/communication/server/watch.ts';
import type { AlarmRow, AlarmShelf, OpenAlarms } from '#feature/watch/alarm/contract.ts';
import { add, buildEnterprise, type Enterprise } from '#test/build.ts';
import { alertScene } from '#test/build/alertScene.ts';
import { plantScene } from '#test/build/plantScene.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

const MINUTE = 60_000;
let product: Product;
let works: Enterprise;
const scene = () => ({ product, works });
const { site, watched, lettersTo } = alertScene(scene);
const { gatewayWith, heard, spoke, book, look, recordsOf, shape } = plantScene(scene);

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
});
afterAll(() => product.close());

const db = () => product.database.db;

describe('what the platform watches', () => {
  it('is written once by two workers, as a whole or not at all, and without people too', async () => {
    const here = await site();
    const { gatewayId, meterIds } = await gatewayWith(here, 3);
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t);
    const broken = { ...book, end: () => Promise.reject(new Error('the database is gone')) };
    await expect(watchSilence(db(), { now: t + 5 * MINUTE, book: broken })).rejects.toThrow('gone');
    expect(await recordsOf(here)).toEqual([]);
    await Promise.all([look(t + 5 * MINUTE), look(t + 5 * MINUTE), look(t + 5 * MINUTE)]);
    await look(t + 5 * MINUTE);
    expect(await shape(here)).toHaveLength(4);
  });

  it('is seen, shelved and explained by a limited account for its own site alone', async () => {
    const { first, second, limited } = await buildTwoSites(product);
    const mine = works;
    works = first;
    try {
      const t = Date.now();
      for (const { siteId } of [first, second]) {
        const { gatewayId, meterIds } = await gatewayWith(siteId, 1);
        await spoke(meterIds, t);
        await heard(gatewayId, t);
      }
      await look(t + 5 * MINUTE);
      const open = ok(await limited.get<OpenAlarms>('/api/alarm/record/getOpen')).list;
      expect(open.map(({ watchKind, siteId }) => [watchKind, siteId])).toEqual([
        ['gatewaySilent', second.siteId],
        ['meterSilent', second.siteId],
      ]);
      const shelve = (alarmRecordId: number | undefined) =>
        limited.post('/api/alarm/record/shelve', { alarmRecordId, minutes: 5, reason: 'repair' });
      for (const { id } of open) ok(await shelve(id));
      expect(ok(await limited.get<Page<AlarmShelf>>('/api/alarm/record/getShelves')).list).toHaveLength(2);
      const foreign = (await recordsOf(first.siteId)).find(({ kind }) => kind === 'gatewaySilent')?.id;
      expect(await shelve(foreign)).toMatchObject({ code: 404 });
      expect(await limited.get('/api/alarm/record/getTree', { alarmRecordId: foreign })).toMatchObject({
        code: 404,
      });
    } finally {
      works = mine;
    }
  });

  it('that flips is one record with its count, and people are told each raise', async () => {
    const { here } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 1);
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t);
    await look(t + 4 * MINUTE);
    await heard(gatewayId, t + 5 * MINUTE);
    await look(t + 5 * MINUTE);
    await look(t + 9 * MINUTE);
    expect(await shape(here)).toContain('gatewaySilent true 2 2');
    const shown = async () =>
      ok(await works.client.get<Page<AlarmRow>>('/api/alarm/record/getDataTablePageAnt', { siteId: here }))
        .list;
    const flips = async () =>
      (await shown()).find(({ watchKind }) => watchKind === 'gatewaySilent')?.chatters;
    expect(await flips()).toBe(false);
    const id = (await recordsOf(here)).find(({ kind }) => kind === 'gatewaySilent')?.id;
    await sql`update alarm_record set raise_count = 3 where id = ${id}`.execute(db());
    await sql`insert into alarm_act (record_id, consumer_id, kind, at) select id, consumer_id, 'raise', raised_at + interval '20 seconds' * n
      from alarm_record, generate_series(1, 2) n where id = ${id}`.execute(db());
    expect(await flips()).toBe(true);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from notice
      where kind = 'gatewaySilent' and object_id = ${gatewayId}`.execute(db());
    expect(rows[0]?.n).toBe(1);
  });

  it('that becomes graver is raised once more, and anew where somebody had confirmed it', async () => {
    const here = await site();
    const guardId = await add(await product.operator(), 'demandGuard', {
      guardName: `Guard ${here}`,
      consumerId: works.consumerId,
      orgId: here,
      limitPower: 100,
    });
    const state = (level: '1' | '2', value: number) => ({
      consumerId: works.consumerId,
      kind: 'demandGuard' as const,
      objectId: guardId,
      level: level === '1' ? (3 as const) : (2 as const),
      text: { zh: '需量', en: 'Demand' },
      link: null,
      since: Date.now(),
      alarm: {
        level,
        type: '2' as const,
        name: { zh: '需量预警', en: 'Demand limit' },
        siteId: here,
        raisedAt: Date.now(),
        value,
        limit: 100,
      },
    });
    const raise = (level: '1' | '2', value: number) =>
      db()
        .transaction()
        .execute((trx) => book.raise(trx, [state(level, value)], Date.now()));
    await raise('2', 97);
    await raise('2', 99);
    await raise('1', 120);
    await raise('2', 98);
    expect(await recordsOf(here)).toMatchObject([{ open: true, count: 2, level: '1' }]);
    const rows = ok(
      await works.client.get<Page<AlarmRow>>('/api/alarm/record/getDataTablePageAnt', { siteId: here }),
    ).list;
    expect(rows).toMatchObject([{ peakValue: 120, limitValue: 100, unit: 'kW', origin: 'watch' }]);
    await db().transaction().execute((trx) => book.end(trx, 'demandGuard', [guardId], Date.now())); // prettier-ignore
    await sql`update alarm_record set process = '1' where site_id = ${here}`.execute(db());
    await raise('2', 97);
    await sql`update alarm_record set process = '1' where site_id = ${here}`.execute(db());
    await raise('1', 130);
    expect((await recordsOf(here)).map(({ open, level }) => [open, level])).toEqual([
      [false, '1'],
      [false, '2'],
      [true, '1'],
    ]);
  });

  it('leaves a meter to the rule of silence that is put to it', async () => {
    const here = await site();
    const { gatewayId, meterIds } = await gatewayWith(here, 1);
    const operator = await product.operator();
    const alarmId = await add(operator, 'alarm', {
      alarmName: `Silence ${here}`,
      consumerId: works.consumerId,
      triggerMethod: 'silent',
      algoUrl: 'builtin:silence',
    });
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t + 5 * MINUTE);
    await look(t + 5 * MINUTE);
    expect(await shape(here)).toEqual(['meterSilent true 1 1']);
    await add(operator, 'objectAlarm', { consumerId: works.consumerId, ammeterId: meterIds[0], alarmId });
    await heard(gatewayId, t + 6 * MINUTE);
    await look(t + 6 * MINUTE);
    expect(await shape(here)).toEqual(['meterSilent false 1 1']);
  });

  it('stood as a notice before: it becomes a record, and nobody is told again', async () => {
    const { here, email } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 1);
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t);
    await watchSilence(db(), { now: t + 5 * MINUTE, book: NOTICES });
    expect(await recordsOf(here)).toEqual([]);
    const text = await readFile('migrations/0154-plantAlarm.sql', 'utf8');
    await sql.raw(text.slice(text.indexOf('with standing as')).replace('n.ended_at is null and', 'n.ended_at is null and n.record_id is null and')).execute(db()); // prettier-ignore
    expect(await shape(here)).toEqual(
      expect.arrayContaining(['gatewaySilent true 1 1', 'meterSilent true 1 1']),
    );
    await look(t + 6 * MINUTE);
    expect(await shape(here)).toHaveLength(2);
    expect(await lettersTo(email)).toEqual([]);
    await heard(gatewayId, t + 7 * MINUTE);
    await look(t + 7 * MINUTE);
    expect(await shape(here)).toContain('gatewaySilent false 1 1');
  });
});

describe('in the bell', () => {
  it('it stands once: as a notice that reading does not confirm, and that confirming or shelving reads', async () => {
    const here = await site();
    const { gatewayId } = await gatewayWith(here, 1);
    const t = Date.now();
    await heard(gatewayId, t);
    await sql`update notice set ended_at = now() where ended_at is null`.execute(db());
    await sql`update alarm_record set cleared_at = now(), alarm_status = '0', process = '1'`.execute(db());
    await sql`update gateway set state = '0' where id <> ${gatewayId}`.execute(db());
    await sql`update ammeter set state = '0'`.execute(db());
    await look(t + 60 * MINUTE);
    const { client } = works;
    const count = async () => ok(await client.get<NoticeCount>('/api/sys/notice/getCount'));
    const beside = async (without?: 'watch') =>
      ok(
        await client.get<OpenAlarms>('/api/alarm/record/getOpen', {
          enterpriseId: works.consumerId,
          shown: 'unconfirmed',
          ...(without ? { without } : {}),
        }),
      );
    expect(await count()).toMatchObject({ open: 1, unread: 1 });
    expect(await beside('watch')).toMatchObject({ list: [], levels: [], sites: [] });
    const [record] = (await beside()).list;
    expect(record).toMatchObject({ watchKind: 'gatewaySilent', gatewayId, origin: 'watch', process: '0' });
    const [notice] = ok(
      await client.get<Page<NoticeWire>>('/api/sys/notice/getlist', { state: 'open' }),
    ).list;
    expect(notice).toMatchObject({ recordId: record?.id, read: false });
    ok(await client.post('/api/sys/notice/read', { ids: String(notice?.id) }));
    expect(await count()).toMatchObject({ unread: 0 });
    expect((await beside()).list).toMatchObject([{ process: '0' }]);

    await sql`delete from notice_read`.execute(db());
    const operator = await product.operator();
    ok(
      await operator.post('/api/alarm/record/shelve', {
        alarmRecordId: record?.id,
        minutes: 480,
        reason: 'works',
      }),
    );
    expect(await count()).toMatchObject({ open: 1, unread: 0 });
    expect(
      ok(await operator.get<Page<AlarmShelf>>('/api/alarm/record/getShelves', { siteId: here })).list,
    ).toMatchObject([{ watchKind: 'gatewaySilent', objectId: gatewayId, alarmId: null, ammeterId: null }]);
    // What comes back while the shelf stands tells nobody; when the shelf is over and it stands people are told.
    await heard(gatewayId, t + 61 * MINUTE);
    await look(t + 61 * MINUTE);
    const told = async () => (await recordsOf(here)).map((one) => [one.count, one.told]);
    await look(t + 66 * MINUTE);
    expect(await told()).toEqual([[2, 1]]);
    await look(t + 540 * MINUTE);
    expect(await told()).toEqual([[2, 2]]);
    const alarmRecordId = record?.id;
    ok(await operator.post('/api/alarm/record/unshelve', { alarmRecordId }));
    expect(await count()).toMatchObject({ open: 1, unread: 1 });
    ok(await operator.post('/api/alarm/record/confirm', { alarmRecordId, confirmInfo: 'seen' }));
    expect(await count()).toMatchObject({ open: 1, unread: 0 });
  });
});
