import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { type Ingest, openIngest, retimeHeld, takeTelemetry } from '#feature/meters/ingest/server/public.ts';
import type { NoticeWire } from '#feature/house/notice/contract.ts';
import { silent } from '#server/database/log.ts';
import { noteClock, openClock, type OwnClock } from '#server/ownClock.ts';
import { addTestGateway } from '#test/broker.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Decided, HeldPage } from '../contract.ts';
import { watchClock } from './clockWatch.ts';

const YEAR = 366 * 86_400_000;
/** A minute ago, so that PostgreSQL's own clock has been there. */
const NOW = Math.floor(Date.now() / 1000) * 1000 - 60_000;

let product: Product;
let mine: Enterprise;
let gatewayId: number;
let meterId: number;
let code: string;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  code = unique('C-');
  meterId = await add(mine.client, 'ammeter', {
    ammeterName: code,
    ammeterCode: code,
    consumerId: mine.consumerId,
    siteId: mine.siteId,
  });
  gatewayId = (await addTestGateway(product.database.db, mine.consumerId, unique('g'))).id;
});
afterAll(() => product.close());

/** A process whose clock a test sets; the steady one runs on by `pass`. */
async function processAt(at: number) {
  const db = product.database.db;
  let [wall, steady] = [at, 0];
  const clock: OwnClock = await openClock(db, { wall: () => wall, steady: () => steady });
  clock.stepped = (step) => void (retiming = retimeHeld(db, step));
  let retiming: Promise<unknown> = Promise.resolve();
  const ingest: Ingest = openIngest({ system: db, log: silent, clock });
  return {
    clock,
    pass: (ms: number) => ((wall += ms), (steady += ms)),
    set: (to: number) => (wall = to),
    now: () => wall,
    watch: () => watchClock(db, clock, silent, wall),
    async send(values: object, ts?: number, ownStamps = false) {
      const gateway = await ingest.gateways.byId(gatewayId);
      if (!gateway) throw new Error('the gateway is not there');
      const entry = ts === undefined ? values : { ts, values };
      const taken = await takeTelemetry(ingest, gateway, { [code]: entry }, 'http', wall, { ownStamps });
      await ingest.recorder.flush();
      return taken;
    },
    async close() {
      clock.look();
      await retiming;
      await ingest.close();
    },
  };
}

const held = async () =>
  ok(
    await mine.client.get<HeldPage>('/api/communication/held/getlist', { gatewayId, pageSize: 100 }),
  ).list.map(({ reason, ts, countable, values }) => ({ reason, at: ts - NOW, countable, values }));
const readings = async (): Promise<number[][]> =>
  (
    await sql<{
      ts: Date;
      pp: number;
    }>`select ts, pp from reading where meter_id = ${meterId} order by ts`.execute(product.database.db)
  ).rows.map(({ ts, pp }) => [ts.getTime() - NOW, pp]);
const notices = async (language: 'zh' | 'en'): Promise<string[]> =>
  ok(
    await mine.client
      .in(language)
      .get<Page<NoticeWire>>('/api/sys/notice/getlist', { state: 'open', kind: 'serverClock' }),
  ).list.map(({ text }) => text);
const clean = async (): Promise<void> => {
  await sql`delete from held_reading`.execute(product.database.db);
  await sql`delete from reading`.execute(product.database.db);
  await sql`delete from setting where name = 'clock'`.execute(product.database.db);
  await sql`delete from gateway_state`.execute(product.database.db);
};

it('a clock that stands years back when it starts drops nothing, and what came is right once it is set', async () => {
  await clean();
  await noteClock(product.database.db, null, NOW - HOUR);
  const process = await processAt(NOW - 10 * YEAR);
  expect(process.clock.look()?.offMs).toBe(HOUR - 10 * YEAR);
  await process.watch();
  expect(await notices('en')).toEqual([
    expect.stringMatching(/^The clock of the server shows 201\d-.* until it is right, readings without/),
  ]);
  expect(await notices('zh')).toEqual([expect.stringMatching(/^服务器时钟显示 .*请校准服务器时钟/)]);
  // True stamps seem to lie ahead; what has none cannot be placed; what we poll ourselves neither.
  expect(await process.send({ PP: 1 }, NOW - 300_000)).toMatchObject({ accepted: 0, quarantined: 1 });
  expect(await process.send({ PP: 2 })).toMatchObject({ accepted: 0, quarantined: 1 });
  expect(await process.send({ PP: 3 }, process.now() - 2000, true)).toMatchObject({
    accepted: 0,
    quarantined: 1,
  });
  expect(await readings()).toEqual([]);
  process.pass(60_000);
  // NTP sets it while the process runs.
  process.set(NOW);
  await process.watch();
  await process.close();
  expect(await notices('en')).toEqual([]);
  expect(await held()).toEqual([
    { reason: 'ownClock', at: -62_000, countable: true, values: { PP: 3 } },
    { reason: 'ownClock', at: -60_000, countable: true, values: { PP: 2 } },
    { reason: 'clockAhead', at: -300_000, countable: true, values: { PP: 1 } },
  ]);
  const counted = await mine.client.post<Decided>('/api/communication/held/count', { gatewayId });
  expect(ok(counted)).toMatchObject({ rows: 3, left: 0, kept: 0 });
  expect(await readings()).toEqual([
    [-300_000, 1],
    [-62_000, 3],
    [-60_000, 2],
  ]);
});

it('a clock that jumps years ahead while it runs puts nothing at a time that has not come', async () => {
  await clean();
  const process = await processAt(NOW - HOUR);
  expect(await process.send({ PP: 1 }, NOW - HOUR)).toMatchObject({ accepted: 1 });
  process.set(NOW + 25 * YEAR);
  expect(await process.send({ PP: 2 })).toMatchObject({ accepted: 0, quarantined: 1 });
  // What has a stamp lies decades back by this clock, and waits too.
  expect(await process.send({ PP: 3 }, NOW - HOUR + 1000)).toMatchObject({ accepted: 0, quarantined: 1 });
  await process.watch();
  expect(await notices('en')).toHaveLength(1);
  process.pass(HOUR - 60_000);
  process.set(NOW - 60_000);
  expect(await process.send({ PP: 4 })).toMatchObject({ accepted: 1 });
  await process.watch();
  await process.close();
  expect(await notices('en')).toEqual([]);
  expect(await held()).toEqual([
    { reason: 'ownClock', at: 1000 - HOUR, countable: true, values: { PP: 3 } },
    { reason: 'ownClock', at: -HOUR, countable: true, values: { PP: 2 } },
  ]);
  expect(await readings()).toEqual([
    [-HOUR, 1],
    [-60_000, 4],
  ]);
});

it('a gateway that shows the same time proves the clock right, a wrong one does not', async () => {
  await clean();
  await noteClock(product.database.db, null, NOW);
  const process = await processAt(NOW + 3 * YEAR);
  expect(process.clock.look()).not.toBeNull();
  await process.send({ PP: 1 }, NOW);
  expect(process.clock.look()).not.toBeNull();
  await process.send({ PP: 2 }, NOW + 3 * YEAR - 1000);
  expect(process.clock.look()).toBeNull();
  expect(await process.send({ PP: 3 })).toMatchObject({ accepted: 1 });
  await process.close();
});

it('who starts it again after an hour with the same clock means it; a restart at once does not', async () => {
  await clean();
  await noteClock(product.database.db, null, NOW);
  const look = async (at: number): Promise<boolean> => {
    const process = await processAt(at);
    const doubted = process.clock.look() !== null;
    await process.watch();
    await process.close();
    return doubted;
  };
  expect(await look(NOW + 3 * YEAR)).toBe(true);
  expect(await look(NOW + 3 * YEAR + 60_000)).toBe(true);
  expect(await look(NOW + 3 * YEAR + 2 * HOUR)).toBe(false);
  expect(await look(NOW + 3 * YEAR + 3 * HOUR)).toBe(false);
  expect(await notices('en')).toEqual([]);
});

it('a clock in doubt drops nothing for its age, and a pause, a leap of an hour and a first start are no doubt', async () => {
  await clean();
  const process = await processAt(NOW);
  expect(process.clock.look()).toBeNull();
  process.set(NOW + 8 * HOUR);
  expect(process.clock.look()).toBeNull();
  expect(process.clock.rightFor()).toBe(0);
  process.pass(86_400_000);
  expect(process.clock.rightFor()).toBe(86_400_000);
  process.set(NOW - 1);
  expect(process.clock.rightFor()).toBe(0);
  await process.close();
});

it('a clock that stands before this version was made is told, on an empty database too', async () => {
  await clean();
  const process = await processAt(Date.UTC(1970, 0, 1, 0, 1));
  expect(process.clock.look()?.offMs).toBeLessThan(-55 * YEAR);
  await process.close();
});
