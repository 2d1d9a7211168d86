import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildChargeScene, type ChargeScene, sessionRow, TAG } from '#test/build/chargeScene.ts';
import { ok } from '#test/product.ts';
import type { SessionCurve } from '../contract.ts';
import { pileOf, type Pile } from './pile.ts';
import { interruptSilent, sampleSession, startSession, stopSession } from './session.ts';
import { sessionsOver, totalsOf } from './use.ts';

let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Half past seven of yesterday at the site: a peak begins at eight. */
const BEGAN = Date.parse(
  `${new Date(Date.now() + 8 * HOUR - DAY).toISOString().slice(0, 10)}T07:30:00+08:00`,
);
const text = (ms: number): string => new Date(ms).toISOString();
const db = () => scene.product.database.db;

async function started(): Promise<{ pile: Pile; id: number }> {
  const { charger } = await scene.pile();
  const pile = (await pileOf(db(), charger.options.identity)) as Pile;
  const start = { connectorId: 1, idTag: TAG, meterStart: 1000, timestamp: text(BEGAN) };
  return { pile, id: (await startSession(db(), pile, start, Date.now())).id };
}
const stop = (pile: Pile, transactionId: number, at: number, meterStop: number) =>
  stopSession(db(), pile, { transactionId, meterStop, timestamp: text(at) }, Date.now());
const judge = (id: number, rest: object, client = scene.operator) =>
  client.post<{ sessionState: string }>('/api/archive/chargeSession/judge', {
    id,
    reason: 'Seen on site',
    ...rest,
  });
const row = (id: number) => sessionRow(scene.product, id);
const curve = async (id: number): Promise<SessionCurve> =>
  ok(await scene.operator.get<SessionCurve>('/api/archive/chargeSession/getCurve', { id }));
const END = { endAt: text(BEGAN + 1.5 * HOUR), meterStop: 11 };

describe('a session that is judged', () => {
  it('without an end is settled by what a person found, as if the charger had told it', async () => {
    const { pile, id } = await started();
    await sampleSession(db(), pile, { connectorId: 1, transactionId: id }, [{ timestamp: text(BEGAN + 0.5 * HOUR), sampledValue: [{ value: '3500' }] }], Date.now()); // prettier-ignore
    await scene.product.database.pool.query(`update charge_session set _heard_at = now() - interval '25 hours' where id = $1`, [id]); // prettier-ignore
    await interruptSilent(db());
    expect(ok(await judge(id, { verdict: 'settle', ...END }))).toMatchObject({ sessionState: '5' });
    const twin = await started();
    await sampleSession(db(), twin.pile, { connectorId: 1, transactionId: twin.id }, [{ timestamp: text(BEGAN + 0.5 * HOUR), sampledValue: [{ value: '3500' }] }], Date.now()); // prettier-ignore
    await stop(twin.pile, twin.id, BEGAN + 1.5 * HOUR, 11_000);
    const [judged, told] = [await row(id), await row(twin.id)];
    expect({ ...judged, state: '', reason: '' }).toEqual({ ...told, state: '', reason: '' });
    // 2.5 kWh until eight at 0.65, 7.5 after it at 1.105.
    expect(judged['energyFee']).toBe(9.92);
    expect(await curve(id)).toMatchObject({
      state: '5',
      judgements: [
        { verdict: 'settle', reason: 'Seen on site', wasState: '3', wasEnergy: 2.5, wasTotal: null },
      ],
    });
  });

  it('whose register went back can be settled, left out and given back, each kept with its reason', async () => {
    const { pile, id } = await started();
    await stop(pile, id, BEGAN + HOUR, 500);
    expect(await row(id)).toMatchObject({ state: '4', doubt: 'backwards', energy: null });
    ok(await judge(id, { verdict: 'settle', ...END }));
    expect(await row(id)).toMatchObject({ state: '5', doubt: null, energy: 10 });
    ok(await judge(id, { verdict: 'exclude' }));
    expect(await row(id)).toMatchObject({ state: '6', energy: null, totalFee: null });
    ok(await judge(id, { verdict: 'lift' }));
    expect(await row(id)).toMatchObject({ state: '4', doubt: 'backwards', energy: null });
    const { judgements } = await curve(id);
    expect(judgements.map(({ verdict, wasState }) => [verdict, wasState])).toEqual([['lift', '6'], ['exclude', '5'], ['settle', '4']]); // prettier-ignore
    await expect(
      scene.product.database.pool.query('update charge_judgement set reason = $1', ['other']),
    ).rejects.toThrow('never changed');
  });

  it('stands when the charger tells another end later, and says so', async () => {
    const { pile, id } = await started();
    await stop(pile, id, BEGAN + HOUR, 500);
    ok(await judge(id, { verdict: 'settle', ...END }));
    await stop(pile, id, BEGAN + 2 * HOUR, 15_000);
    expect(await row(id)).toMatchObject({ state: '5', doubt: 'toldLater', energy: 10 });
  });

  it('with a wrong clock is put to the day on which it took place, and back', async () => {
    const { charger } = await scene.pile();
    const pile = (await pileOf(db(), charger.options.identity)) as Pile;
    const now = Date.now();
    const { id } = await startSession(db(), pile, { connectorId: 1, idTag: TAG, meterStart: 1000, timestamp: '1970-01-01T00:00:10Z' }, now); // prettier-ignore
    await stop(pile, id, now + 1000, 4000);
    expect(await row(id)).toMatchObject({ state: '2', doubt: 'clockUnset' });
    const asBefore = (await curve(id)).begin;
    ok(
      await judge(id, {
        verdict: 'settle',
        beginAt: text(BEGAN),
        endAt: text(BEGAN + 0.5 * HOUR),
        meterStop: 4,
      }),
    );
    expect(await curve(id)).toMatchObject({ begin: BEGAN, state: '5', doubt: null, energyFee: 1.95 });
    ok(await judge(id, { verdict: 'lift' }));
    expect(await curve(id)).toMatchObject({ begin: asBefore, state: '2', doubt: 'clockUnset' });
  });

  it('counts in the figures as what it is', async () => {
    const { enterprise } = scene;
    const range = { from: BEGAN - DAY, to: BEGAN + 2 * DAY };
    const figures = async () => totalsOf(await sessionsOver(db(), enterprise, range), range);
    const before = await figures();
    const [one, two] = [await started(), await started()];
    await stop(one.pile, one.id, BEGAN + HOUR, 500);
    await stop(two.pile, two.id, BEGAN + HOUR, 500);
    expect((await figures()).doubts).toBe(before.doubts + 2);
    ok(await judge(one.id, { verdict: 'settle', ...END }));
    ok(await judge(two.id, { verdict: 'exclude' }));
    const after = await figures();
    expect([after.doubts, after.byHand, after.excluded]).toEqual([before.doubts, before.byHand + 1, before.excluded + 1]); // prettier-ignore
    expect((after.energyFee ?? 0) - (before.energyFee ?? 0)).toBeGreaterThan(0);
  });
});

describe('what a person may not find', () => {
  it.each([
    [{ meterStop: 0.5 }, 'below that at the start'],
    [{ meterStop: 5000 }, 'at most'],
    [{ endAt: text(Date.now() + HOUR) }, 'future'],
    [{ endAt: text(BEGAN - HOUR) }, 'precede'],
    [{ meterStop: undefined }, 'required'],
    [{ reason: ' ' }, ''],
    [{ verdict: 'free' }, ''],
  ])('%j', async (change, says) => {
    const { pile, id } = await started();
    await stop(pile, id, BEGAN + HOUR, 500);
    const answer = await judge(id, { verdict: 'settle', ...END, ...change });
    expect(answer).toMatchObject({ code: 400, message: expect.stringContaining(says) as string });
    expect(await row(id)).toMatchObject({ state: '4' });
  });

  it('energy of the next session at the connector, whenever it is said to have ended', async () => {
    const { pile, id } = await started();
    const start = { connectorId: 1, idTag: TAG, meterStart: 3000, timestamp: text(BEGAN + HOUR) };
    const next = await startSession(db(), pile, start, Date.now());
    await stop(pile, next.id, BEGAN + 2 * HOUR, 8000);
    await stop(pile, id, BEGAN + 3 * HOUR, 9000);
    expect(await row(id)).toMatchObject({ state: '4', doubt: 'overlaps' });
    for (const end of [3, 0.9])
      expect(await judge(id, { verdict: 'settle', endAt: text(BEGAN + end * HOUR), meterStop: 6 })).toMatchObject({ code: 400, field: 'meterStop', message: expect.stringContaining('began at 3 kWh') as string }); // prettier-ignore
    expect(await row(id)).toMatchObject({ state: '4' });
    ok(await judge(id, { verdict: 'settle', endAt: text(BEGAN + 0.9 * HOUR), meterStop: 3 }));
    expect(await row(id)).toMatchObject({ state: '5', doubt: null, energy: 2 });
    expect(await row(next.id)).toMatchObject({ state: '2', energy: 5 });
    // A session that is told of afterwards is shown, and changes nothing.
    await startSession(
      db(),
      pile,
      { ...start, meterStart: 2000, timestamp: text(BEGAN + 0.5 * HOUR) },
      Date.now(),
    );
    expect(await row(id)).toMatchObject({ state: '5', doubt: 'overlaps', energy: 2 });
  });

  it('of a session that goes on or is settled without doubt, of another enterprise, or without the right', async () => {
    const { pile, id } = await started();
    expect(await judge(id, { verdict: 'exclude' })).toMatchObject({ code: 409 });
    await stop(pile, id, BEGAN + HOUR, 5000);
    expect(await judge(id, { verdict: 'exclude' })).toMatchObject({ code: 409 });
    expect(await judge(999_999, { verdict: 'exclude' })).toMatchObject({ code: 404 });
  });
});
