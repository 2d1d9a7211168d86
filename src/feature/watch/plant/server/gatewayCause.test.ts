import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import type { NoticeCount, NoticeWire } from '#feature/house/notice/contract.ts';
import type { AlarmTree } from '#feature/watch/alarm/contract.ts';
import { lookOnce } from '#feature/watch/judge/server/public.ts';
import { add, buildEnterprise, type Enterprise } from '#test/build.ts';
import { alertScene, closedWays } from '#test/build/alertScene.ts';
import { plantScene } from '#test/build/plantScene.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

const MINUTE = 60_000;
let product: Product;
let works: Enterprise;
let theirs: Enterprise;
const scene = () => ({ product, works });
const { group, person, member, watched, later, lettersTo } = alertScene(scene);
const { gatewayWith, map, heard, spoke, look, recordsOf, shape } = plantScene(scene);

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
});
afterAll(() => product.close());

const db = () => product.database.db;
const treeOf = async (alarmRecordId: number | undefined) =>
  ok(await works.client.get<AlarmTree>('/api/alarm/record/getTree', { alarmRecordId, pageSize: 10 }));

describe('a gateway that falls silent', () => {
  it('is one message with its meters as what follows from it, and no other when all come back', async () => {
    const { here, email } = await watched();
    const next = await group(here, { onRaise: false });
    await member(next, (await person({ name: 'The boss' })).id);
    await sql`update alert_group set next_group_id = ${next}, escalate_after = 30 where site_id = ${here} and id <> ${next}`.execute(db()); // prettier-ignore
    const { gatewayId, meterIds } = await gatewayWith(here, 12);
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t + 2000);
    await look(t + 5 * MINUTE);
    await look(t + 6 * MINUTE);
    const records = await recordsOf(here);
    const own = records.find(({ kind }) => kind === 'gatewaySilent');
    expect(records).toHaveLength(13);
    expect(own).toMatchObject({ open: true, told: 1, level: '2', raisedAt: t + 2000 + 3 * MINUTE });
    for (const one of records.filter(({ kind }) => kind === 'meterSilent'))
      expect(one).toMatchObject({ told: 0, level: '3', cause: own?.id, causeGateway: gatewayId });
    expect(await lettersTo(email)).toHaveLength(1);
    expect(ok(await works.client.get<NoticeCount>('/api/sys/notice/getCount'))).toMatchObject({
      open: 13,
      unread: 1,
    });
    const inBell = { state: 'causes', pageSize: 100 };
    const { list } = ok(await works.client.get<Page<NoticeWire>>('/api/sys/notice/getlist', inBell));
    expect(list).toMatchObject([{ kind: 'gatewaySilent', objectId: gatewayId, read: false }]);
    const tree = await treeOf(own?.id);
    expect(tree).toMatchObject({ causes: [], standing: 12, pagination: { total: 12 } });
    expect(tree.list).toHaveLength(10);
    expect(tree.next).toMatchObject({ people: ['The boss'], more: 0 });
    expect(Math.abs((tree.next?.at ?? 0) - t - 35 * MINUTE)).toBeLessThan(1000);
    const follows = await treeOf(records.at(-1)?.id);
    expect(follows).toMatchObject({
      causes: [{ id: own?.id, gatewayId, alarmStatus: '1' }],
      list: [],
      next: null,
    });
    expect(await theirs.client.get('/api/alarm/record/getTree', { alarmRecordId: own?.id })).toMatchObject({
      code: 404,
    });

    // It is back; its meters follow one after the other.
    await heard(gatewayId, t + 10 * MINUTE);
    await spoke(meterIds.slice(0, 3), t + 10 * MINUTE);
    await look(t + 10 * MINUTE + 1000);
    await heard(gatewayId, t + 11 * MINUTE);
    await spoke(meterIds.slice(3), t + 11 * MINUTE);
    await look(t + 11 * MINUTE + 1000);
    await look(t + 13 * MINUTE);
    expect((await recordsOf(here)).filter(({ open }) => open)).toEqual([]);
    expect(await lettersTo(email)).toHaveLength(1);
    expect(await treeOf(own?.id)).toMatchObject({ standing: 0, pagination: { total: 12 }, next: null });
  });

  it('is the cause also before its own silence is found, where its interval is longer', async () => {
    const { here, email } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 2, 900);
    const quick = await gatewayWith(here, 1, 60);
    await sql`delete from gateway_mapping where gateway_id = ${quick.gatewayId}`.execute(db());
    const [meter = 0] = quick.meterIds;
    await map(gatewayId, meter);
    const t = Date.now();
    await spoke([...meterIds, meter], t);
    await heard(gatewayId, t);
    await look(t + 4 * MINUTE);
    const [first] = await recordsOf(here);
    expect(first).toMatchObject({ kind: 'meterSilent', told: 0, cause: null, causeGateway: gatewayId });
    expect((await treeOf(first?.id)).causes).toMatchObject([{ id: null, gatewayId, alarmLevel: null }]);
    await look(t + 46 * MINUTE);
    const records = await recordsOf(here);
    const own = records.find(({ kind }) => kind === 'gatewaySilent');
    expect(records.map(({ told, cause }) => [told, cause])).toEqual([[0, own?.id], [1, null], [0, own?.id], [0, own?.id]]); // prettier-ignore
    expect(await lettersTo(email)).toHaveLength(1);
  });

  it('tells of a meter that stays silent when the gateway speaks again', async () => {
    const { here, email } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 3);
    const [stays = 0, ...others] = meterIds;
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t);
    await look(t + 5 * MINUTE);
    for (const n of [10, 11, 12, 13]) {
      await heard(gatewayId, t + n * MINUTE);
      await spoke(others, t + n * MINUTE);
      await look(t + n * MINUTE + 1000);
    }
    expect((await recordsOf(here)).filter(({ open }) => open)).toMatchObject([
      { ammeterId: stays, told: 1, cause: null, causeGateway: null },
    ]);
    const letters = await lettersTo(email);
    expect(letters).toHaveLength(2);
    expect(letters[1]).toContain('Meter');
  });

  it('holds back a rule of silence too, until it speaks again', async () => {
    const { here, email } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 1);
    const operator = await product.operator();
    const alarmId = await add(operator, 'alarm', {
      alarmName: `Silence behind ${here}`,
      consumerId: works.consumerId,
      triggerMethod: 'silent',
      algoUrl: 'builtin:silence',
      triggerInterval: 0,
    });
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t);
    await add(operator, 'objectAlarm', { consumerId: works.consumerId, ammeterId: meterIds[0], alarmId });
    const judge = (now: number) => lookOnce(db(), { ways: closedWays, now });
    await judge(t + 1000);
    // Found before the gateway's own silence.
    await judge(t + 5 * MINUTE);
    expect(await recordsOf(here)).toMatchObject([{ kind: null, told: 0, causeGateway: gatewayId }]);
    await look(t + 5 * MINUTE);
    expect(await recordsOf(here)).toMatchObject([
      { kind: null, told: 0 },
      { kind: 'gatewaySilent', told: 1 },
    ]);
    for (const n of [10, 11, 13]) {
      await heard(gatewayId, t + n * MINUTE);
      await look(t + n * MINUTE);
      await judge(t + n * MINUTE);
      expect((await recordsOf(here))[0]?.told).toBe(n === 13 ? 1 : 0);
    }
    expect(await lettersTo(email)).toHaveLength(2);
  });

  it('and its meters are told of where it is deleted or the meter has another way that speaks', async () => {
    const { here } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 2);
    const second = await gatewayWith(here, 0);
    const [two = 0, one = 0] = meterIds;
    await map(second.gatewayId, two);
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t);
    await heard(second.gatewayId, t + 5 * MINUTE);
    await look(t + 5 * MINUTE);
    const told = async () => new Map((await recordsOf(here)).map(({ ammeterId, told: n }) => [ammeterId, n]));
    expect((await told()).get(two)).toBe(1);
    expect((await told()).get(one)).toBe(0);
    ok(await works.client.post('/api/archive/gateway/del', { ids: String(gatewayId) }));
    await heard(second.gatewayId, t + 6 * MINUTE);
    await look(t + 6 * MINUTE);
    expect((await told()).get(one)).toBe(1);
    expect(await shape(here)).toContain('gatewaySilent false 1 1');
  });

  it('with eleven others at once, as a broker that is away makes them, is a flood: one digest', async () => {
    const { here, email } = await watched();
    const gateways = [];
    for (let n = 0; n < 12; n++) gateways.push(await gatewayWith(here, 1));
    const t = Date.now();
    for (const { gatewayId, meterIds } of gateways) {
      await spoke(meterIds, t);
      await heard(gatewayId, t);
    }
    await look(t + 5 * MINUTE);
    expect(await recordsOf(here)).toHaveLength(24);
    expect(await lettersTo(email)).toEqual([]);
    await later(15);
    expect(await lettersTo(email)).toMatchObject([expect.stringContaining('12 条告警')]);
  });

  it('moved to another site while it is silent stays one record, and its meters stay behind it', async () => {
    const { here, email } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 2);
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t);
    await look(t + 5 * MINUTE);
    await sql`update gateway set site_id = ${works.siteId} where id = ${gatewayId}`.execute(db());
    await look(t + 6 * MINUTE);
    expect(await shape(here)).toEqual([
      'gatewaySilent true 1 1',
      'meterSilent true 1 0',
      'meterSilent true 1 0',
    ]);
    expect(await lettersTo(email)).toHaveLength(1);
  });

  it('with a wrong clock is the cause as well', async () => {
    const { here, email } = await watched();
    const { gatewayId, meterIds } = await gatewayWith(here, 2);
    const t = Date.now();
    await spoke(meterIds, t);
    await heard(gatewayId, t + 5 * MINUTE, -60 * MINUTE);
    await look(t + 5 * MINUTE);
    expect(await shape(here)).toEqual([
      'gatewayClock true 1 1',
      'meterSilent true 1 0',
      'meterSilent true 1 0',
    ]);
    expect(await lettersTo(email)).toHaveLength(1);
  });

  it('out of use, or long ago, tells nobody; what stands ends when it is put out of use', async () => {
    const { here, email } = await watched();
    const old = await gatewayWith(here, 2);
    const used = await gatewayWith(here, 1);
    const t = Date.now();
    await spoke(old.meterIds, t - 31 * 24 * 60 * MINUTE);
    await heard(old.gatewayId, t - 31 * 24 * 60 * MINUTE);
    await spoke(used.meterIds, t);
    await heard(used.gatewayId, t);
    await look(t + 5 * MINUTE);
    expect(await shape(here)).toEqual(['gatewaySilent true 1 1', 'meterSilent true 1 0']);
    await sql`update gateway set state = '0' where id = ${used.gatewayId}`.execute(db());
    await sql`update ammeter set state = '0' where id = ${used.meterIds[0]}`.execute(db());
    await look(t + 6 * MINUTE);
    expect(await shape(here)).toEqual(['gatewaySilent false 1 1', 'meterSilent false 1 0']);
    expect(await lettersTo(email)).toHaveLength(1);
  });
});
