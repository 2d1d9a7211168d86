import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChargeScene, type ChargeScene, sessionRow, TAG } from '#test/build/chargeScene.ts';
import { ok } from '#test/product.ts';
import type { SessionCurve } from '../contract.ts';
import { pileOf, type Pile } from './pile.ts';
import { pilesNow, usesOver } from './use.ts';
import { interruptSilent, sampleSession, startSession, stopSession } from './session.ts';

let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

const HOUR = 3_600_000;
/** A morning of yesterday, 7:30 at the site. */
const BEGAN = Date.parse(
  `${new Date(Date.now() + 8 * HOUR - 24 * HOUR).toISOString().slice(0, 10)}T07:30:00+08:00`,
);
const text = (ms: number): string => new Date(ms).toISOString();

async function newPile(fields: object = {}): Promise<Pile> {
  const { charger } = await scene.pile({ ...fields });
  return (await pileOf(scene.product.database.db, charger.options.identity)) as Pile;
}

const start = (pile: Pile, at = BEGAN, meterStart = 1000, idTag = TAG, connectorId = 1) =>
  startSession(
    scene.product.database.db,
    pile,
    { connectorId, idTag, meterStart, timestamp: text(at) },
    Date.now(),
  );
const stop = (pile: Pile, transactionId: number, at: number, meterStop: number, more: object = {}) =>
  stopSession(
    scene.product.database.db,
    pile,
    { transactionId, meterStop, timestamp: text(at), ...more },
    Date.now(),
  );
const sample = (pile: Pile, transactionId: number, ...values: (readonly [at: number, wh: number])[]) =>
  sampleSession(
    scene.product.database.db,
    pile,
    { connectorId: 1, transactionId },
    values.map(([at, wh]) => ({ timestamp: text(at), sampledValue: [{ value: String(wh) }] })),
    Date.now(),
  );
const row = (id: number) => sessionRow(scene.product, id);
const countOf = async (pile: Pile): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from charge_session
    where pile_id = ${pile.id}`.execute(scene.product.database.db);
  return rows[0]?.n ?? -1;
};

describe('a session', () => {
  it('is billed by tariff period to the fen, as its register ran', async () => {
    const pile = await newPile();
    const { id } = await start(pile);
    await sample(pile, id, [BEGAN + 0.5 * HOUR, 3500]);
    await stop(pile, id, BEGAN + 1.5 * HOUR, 11_000);
    // Flat until 8:00: 2.5 kWh × 0.65 = 1.63 (1.625); peak: 7.5 × 1.105 = 8.29 (8.2875); service 10 × 0.45.
    expect(await row(id)).toMatchObject({
      state: '2', energy: 10, flat: 2.5, peak: 7.5, energyFee: 9.92, serviceFee: 4.5, totalFee: 14.42, doubt: null, meterStop: 11,
    }); // prettier-ignore
  });

  it('is made once, however often its start comes, also at the same time', async () => {
    const pile = await newPile();
    const ids = await Promise.all(Array.from({ length: 8 }, () => start(pile).then(({ id }) => id)));
    expect([new Set(ids).size, await countOf(pile)]).toEqual([1, 1]);
    // Another start at the same instant of another connector is another session.
    const other = await start(pile, BEGAN, 1000, TAG, 2);
    expect(other.id).not.toBe(ids[0]);
  });

  it('ends once: an end that comes twice, late values and values out of order change nothing of its sum', async () => {
    const pile = await newPile();
    const { id } = await start(pile);
    await stop(pile, id, BEGAN + HOUR, 8000);
    const first = await row(id);
    await stop(pile, id, BEGAN + HOUR, 8000);
    await stop(pile, id, BEGAN + HOUR + 5000, 8000);
    expect(await row(id)).toEqual(first);
    await sample(
      pile,
      id,
      [BEGAN + 0.75 * HOUR, 2000],
      [BEGAN + 0.25 * HOUR, 1500],
      [BEGAN + 2 * HOUR, 9000],
    );
    const late = await row(id);
    expect(late).toMatchObject({ state: '2', energy: 7, meterStop: 8 });
    // The shape within is known better now: of the 7 kWh more lie in the peak.
    expect(Number(late['flat']) + Number(late['peak'])).toBeCloseTo(7, 6);
    expect(late['peak']).toBeGreaterThan(Number(first['peak']));
  });

  it('whose register went back, or whose ends differ, is in doubt and not billed', async () => {
    const pile = await newPile();
    const back = await start(pile);
    await stop(pile, back.id, BEGAN + HOUR, 900);
    expect(await row(back.id)).toMatchObject({
      state: '4',
      doubt: 'backwards',
      energy: null,
      totalFee: null,
    });
    const twice = await start(pile, BEGAN + 2 * HOUR, 900);
    await stop(pile, twice.id, BEGAN + 3 * HOUR, 1900);
    await stop(pile, twice.id, BEGAN + 3 * HOUR, 2900);
    expect(await row(twice.id)).toMatchObject({
      state: '4',
      doubt: 'twoStops',
      energy: null,
      energyFee: null,
    });
  });

  it('that energy of the next one is in is in doubt, whichever was told first', async () => {
    for (const endFirst of [true, false]) {
      const pile = await newPile();
      const first = await start(pile);
      const end = () => stop(pile, first.id, BEGAN + 3 * HOUR, 9000);
      if (endFirst) await end();
      const next = await start(pile, BEGAN + HOUR, 3000);
      await stop(pile, next.id, BEGAN + 2 * HOUR, 8000);
      if (!endFirst) await end();
      expect(await row(first.id)).toMatchObject({ state: '4', doubt: 'overlaps', energy: null, totalFee: null }); // prettier-ignore
      expect(await row(next.id)).toMatchObject({ state: '2', doubt: null, energy: 5 });
    }
  });

  it('that energy of the next one is in is in doubt also where it ended before, but for what is rounded', async () => {
    for (const [register, doubt] of [
      [3100, null],
      [3101, 'overlaps'],
    ] as const)
      for (const endFirst of [true, false]) {
        const pile = await newPile();
        const first = await start(pile);
        const end = () => stop(pile, first.id, BEGAN + HOUR, register);
        if (endFirst) await end();
        await start(pile, BEGAN + 2 * HOUR, 3000);
        // Of those that follow later the register may have been set back.
        await start(pile, BEGAN + 4 * HOUR, 2000);
        if (!endFirst) await end();
        expect(await row(first.id)).toMatchObject({ doubt });
      }
  });

  it('is billed once: what is told again brings no prices of now', async () => {
    const { db } = scene.product.database;
    const pile = await newPile();
    const { id } = await start(pile);
    const told = () => sample(pile, id, [BEGAN + 0.5 * HOUR, 4500]);
    await told();
    await stop(pile, id, BEGAN + HOUR, 8000);
    const unset = await start(pile, Date.UTC(1970, 0, 1), 8000);
    await stop(pile, unset.id, Date.UTC(1970, 0, 1) + HOUR, 9000);
    await sql`update charge_session set energy_fee = 1 where pile_id = ${pile.id}`.execute(db);
    const billed = [await row(id), await row(unset.id)];
    await told();
    await stop(pile, id, BEGAN + HOUR, 8000);
    await stop(pile, unset.id, Date.UTC(1970, 0, 1) + HOUR, 9000);
    expect([await row(id), await row(unset.id)]).toEqual(billed);
  });

  it('is settled by the account and the power that its charger had as it began', async () => {
    const pile = await newPile();
    const { id } = await start(pile);
    await sql`update charge_pile set measure_account = 'other', rated_power = 1 where id = ${pile.id}`.execute(
      scene.product.database.db,
    );
    await stop(pile, id, BEGAN + HOUR, 8000);
    // 3.5 kWh at 0.65 and 3.5 at 1.105.
    expect(await row(id)).toMatchObject({ state: '2', doubt: null, energy: 7, energyFee: 6.15 });
    const curve = ok(await scene.operator.get<SessionCurve>('/api/archive/chargeSession/getCurve', { id }));
    expect(curve).toMatchObject({ energy: 7, energyFee: 6.15 });
  });

  it('whose end is stamped late, with the register of before the next one, is billed', async () => {
    const pile = await newPile();
    const first = await start(pile);
    await start(pile, BEGAN + HOUR, 3000);
    await stop(pile, first.id, BEGAN + 3 * HOUR, 3000);
    expect(await row(first.id)).toMatchObject({ state: '2', doubt: null, energy: 2 });
  });

  it('whose start was kept while another one began since is not the one that goes on', async () => {
    const pile = await newPile();
    const now = await start(pile, BEGAN + 4 * HOUR, 6000);
    const late = await start(pile, BEGAN, 1000);
    expect([(await row(now.id))['state'], (await row(late.id))['state']]).toEqual(['1', '3']);
    await stop(pile, late.id, BEGAN + HOUR, 6000);
    expect([(await row(now.id))['state'], (await row(late.id))['state']]).toEqual(['1', '2']);
  });

  it('whose split over the periods is by time alone says so', async () => {
    const pile = await newPile();
    const [bare, read] = [await start(pile), await start(pile, BEGAN, 1000, TAG, 2)];
    expect((await row(bare.id))['splitByTime']).toBeNull();
    for (const { id } of [bare, read]) await stop(pile, id, BEGAN + HOUR, 5000);
    for (const { id } of [bare, read]) expect(await row(id)).toMatchObject({ flat: 2, peak: 2, splitByTime: true }); // prettier-ignore
    await sample(pile, read.id, [BEGAN + 0.4 * HOUR, 2000], [BEGAN + 0.6 * HOUR, 4000]);
    expect(await row(read.id)).toMatchObject({ energy: 4, splitByTime: false });
    const told = async (id: number): Promise<boolean> =>
      ok(await scene.operator.get<SessionCurve>('/api/archive/chargeSession/getCurve', { id })).splitByTime;
    expect([await told(bare.id), await told(read.id)]).toEqual([true, false]);
  });

  it('of a charger whose clock is wrong takes the time of receipt, and says so', async () => {
    const pile = await newPile();
    const { id } = await start(pile, Date.now() + 3 * HOUR);
    expect(await row(id)).toMatchObject({ state: '1', doubt: 'clockAhead' });
    const unset = await start(pile, Date.UTC(1970, 0, 1), 5, TAG, 2);
    const again = await start(pile, Date.UTC(1970, 0, 1), 5, TAG, 2);
    expect([(await row(unset.id))['doubt'], again.id]).toEqual(['clockUnset', unset.id]);
  });

  it.each([
    ['eight hours ahead', (at: number) => at + 8 * HOUR],
    ['never set', (at: number) => at - BEGAN],
  ])('of a charger whose clock is %s is billed by when its values were measured', async (_name, clock) => {
    const { db } = scene.product.database;
    const told = (at: number, wh: number) => ({ timestamp: text(clock(at)), sampledValue: [{ value: String(wh) }] }); // prettier-ignore
    const [middle, end] = [BEGAN + 0.5 * HOUR, BEGAN + 1.5 * HOUR];
    for (const online of [true, false]) {
      const pile = await newPile();
      const begin = { connectorId: 1, idTag: TAG, meterStart: 1000, timestamp: text(clock(BEGAN)) };
      const { id } = await startSession(db, pile, begin, BEGAN);
      const of = { connectorId: 1, transactionId: id };
      if (online) await sampleSession(db, pile, of, [told(middle, 3500)], middle);
      const transactionData = [told(BEGAN, 1000), told(middle, 3500), told(end, 11_000)];
      const stopped = { transactionId: id, meterStop: 11_000, timestamp: text(clock(end)), transactionData };
      await stopSession(db, pile, stopped, end);
      // The same told again later is measured no later.
      await stopSession(db, pile, stopped, end + 0.25 * HOUR);
      expect(await row(id)).toMatchObject({ state: '2', energy: 10, flat: 2.5, peak: 7.5 });
    }
  });

  it.each([
    ['eight hours ahead', 8 * HOUR, 'clockAhead'],
    ['never set', -BEGAN, 'clockUnset'],
  ])(
    'of a charger whose clock is %s is held to what it gives by its own stamps or by ours',
    async (_name, off, clock) => {
      const { db } = scene.product.database;
      const charged = async (wattHours: number, hours: number, began: number, ended: number) => {
        const pile = await newPile();
        const begin = { connectorId: 1, idTag: TAG, meterStart: 1000, timestamp: text(BEGAN + off) };
        const { id } = await startSession(db, pile, begin, began);
        const timestamp = text(BEGAN + off + hours * HOUR);
        await stopSession(db, pile, { transactionId: id, meterStop: 1000 + wattHours, timestamp }, ended);
        return row(id);
      };
      // Told as it came, and after some minutes without a line.
      for (const began of [BEGAN, BEGAN + 0.45 * HOUR]) {
        expect(await charged(50_000, 0.5, began, BEGAN + 0.5 * HOUR)).toMatchObject({ state: '4', doubt: 'tooMuch', totalFee: null }); // prettier-ignore
        expect(await charged(3500, 0.5, began, BEGAN + 0.5 * HOUR)).toMatchObject({ state: '2', doubt: clock, energy: 3.5 }); // prettier-ignore
      }
    },
  );

  it('of a charger whose clock was set meanwhile takes no shape from what was stamped before', async () => {
    const { db } = scene.product.database;
    const pile = await newPile({ ratedPower: 14 });
    const { id } = await start(pile);
    const end = BEGAN + HOUR;
    const value = { timestamp: text(60_000), sampledValue: [{ value: '1000' }] };
    const stopped = { transactionId: id, meterStop: 11_000, timestamp: text(end), transactionData: [value] };
    await stopSession(db, pile, stopped, end);
    // Even over the hour: half of it before 8:00.
    expect(await row(id)).toMatchObject({ flat: 5, peak: 5 });
    const several = [
      { timestamp: text(0), sampledValue: [{ value: '2000' }] },
      { timestamp: text(end), sampledValue: [{ value: '6000' }] },
    ];
    await sampleSession(db, pile, { connectorId: 1, transactionId: id }, several, end);
    expect(await row(id)).toMatchObject({ flat: 2.5, peak: 7.5 });
  });

  it('that another one follows at its connector is interrupted; its late end still settles it', async () => {
    const pile = await newPile();
    const lost = await start(pile);
    const next = await start(pile, BEGAN + 4 * HOUR, 6000);
    expect([(await row(lost.id))['state'], (await row(next.id))['state']]).toEqual(['3', '1']);
    await stop(pile, lost.id, BEGAN + HOUR, 6000, { reason: 'PowerLoss' });
    expect(await row(lost.id)).toMatchObject({ state: '2', energy: 5, reason: 'PowerLoss' });
  });

  it('of which nothing is heard for a day has no end', async () => {
    const pile = await newPile();
    const { id } = await start(pile);
    await sql`update charge_session set _heard_at = now() - interval '25 hours' where id = ${id}`.execute(
      scene.product.database.db,
    );
    expect(await interruptSilent(scene.product.database.db)).toBeGreaterThan(0);
    expect((await row(id))['state']).toBe('3');
  });

  it('of another charger is not ended by this one', async () => {
    const [mine, other] = [await newPile(), await newPile()];
    const { id } = await start(mine);
    await stop(other, id, BEGAN + HOUR, 5000);
    expect(await sample(other, id, [BEGAN + HOUR, 5000])).toBe(false);
    expect((await row(id))['state']).toBe('1');
    const { rows } = await sql<{ kind: string }>`select kind from charge_event where pile_id = ${other.id}`.execute(scene.product.database.db); // prettier-ignore
    expect(rows.map(({ kind }) => kind)).toContain('orphanStop');
  });
});

it('tells figures of a time to others: sums by charger, and what a site takes now', async () => {
  const { db } = scene.product.database;
  const { consumerId, siteId } = scene.enterprise;
  const pile = await newPile();
  const first = await start(pile);
  await stop(pile, first.id, BEGAN + HOUR, 8000);
  const doubt = await start(pile, BEGAN + 2 * HOUR, 8000);
  await stop(pile, doubt.id, BEGAN + 3 * HOUR, 7000);
  const range = { from: BEGAN - HOUR, to: BEGAN + 6 * HOUR };
  const uses = await usesOver(db, { consumerId, pileId: pile.id }, range);
  expect(uses.get(pile.id)).toMatchObject({
    sessions: 2,
    energy: 7,
    serviceFee: 3.15,
    hours: 2,
    doubts: 1,
    unpriced: 0,
  });
  const before = await pilesNow(db, siteId, Date.now());
  const { id } = await start(pile, Date.now() - 60_000, 9000, TAG, 2);
  await sampleSession(
    db,
    pile,
    { connectorId: 2, transactionId: id },
    [
      {
        timestamp: text(Date.now()),
        sampledValue: [{ value: '6.5', measurand: 'Power.Active.Import', unit: 'kW' }],
      },
    ],
    Date.now(),
  );
  const now = await pilesNow(db, siteId, Date.now());
  expect(now?.piles).toBe(before?.piles);
  // Sessions of other tests go on without a power: then it is not known.
  expect(now?.power.value).toBe(before?.power.value === null ? null : 6.5);
  expect(await pilesNow(db, 0, Date.now())).toBeNull();
});

it('a power that was told long ago is not that of now: it is said when it was told', async () => {
  const { db } = scene.product.database;
  const { siteId } = scene.enterprise;
  await sql`update charge_session set session_state = '3' where session_state = '1'`.execute(db);
  const pile = await newPile();
  const at = Date.now();
  const { id } = await start(pile, at - 60_000, 9000);
  const sampledValue = [{ value: '60', measurand: 'Power.Active.Import', unit: 'kW' }];
  const value = { timestamp: text(at), sampledValue };
  await sampleSession(db, pile, { connectorId: 1, transactionId: id }, [value], at);
  expect((await pilesNow(db, siteId, at))?.power).toEqual({ value: 60, at });
  expect((await pilesNow(db, siteId, at + HOUR / 2))?.power).toEqual({ value: null, at });
});

describe('a tag', () => {
  it('is one in capitals and small letters', async () => {
    const { consumerId } = scene.enterprise;
    const add = (tagCode: string) =>
      scene.operator.post('/api/archive/chargeTag/add', { tagCode, holder: 'x', consumerId });
    expect(await add(TAG.toLowerCase())).toMatchObject({ code: 409, field: 'tagCode' });
    expect((await add('abc')).code).toBe(200);
    expect((await start(await newPile(), BEGAN + 9, 0, 'ABC')).tag.status).toBe('Accepted');
  });

  const set = (changes: string) =>
    sql`update charge_tag set ${sql.raw(changes)} where tag_code = ${TAG}`.execute(scene.product.database.db);

  it('is accepted in small letters, refused where it is unknown, blocked, over or not yet valid', async () => {
    const pile = await newPile();
    const status = async (idTag: string, offset: number) =>
      (await start(pile, BEGAN + offset, 0, idTag)).tag.status;
    expect([await status('card-1', 1), await status('nobody', 2)]).toEqual(['Accepted', 'Invalid']);
    await set("state = '0'");
    expect(await status(TAG, 3)).toBe('Blocked');
    await set("state = '1', valid_until = current_date - 2");
    expect(await status(TAG, 4)).toBe('Expired');
    await set('valid_until = null, valid_from = current_date + 2');
    expect(await status(TAG, 5)).toBe('Invalid');
    await set('valid_from = null');
    expect((await start({ ...pile, openToAll: true }, BEGAN + 6, 0, 'stranger')).tag.status).toBe('Accepted');
  });
});
