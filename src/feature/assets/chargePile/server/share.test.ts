import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#test/broker.ts';
import { add, PASSWORD } from '#test/build.ts';
import { buildChargeScene, type ChargeScene, type EnteredPile, TAG } from '#test/build/chargeScene.ts';
import { unique } from '#test/build/row.ts';
import { ok } from '#test/product.ts';
import type { ChargeShare, PileWire } from '../contract.ts';
import { leftByGuard, shareAtSite } from './share.ts';

const AT = '/api/archive/chargePile';
let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

/** Chargers at a site of their own, connected, and its limit. */
async function siteOf(
  limitPower: number,
  fields: readonly Readonly<Record<string, unknown>>[],
): Promise<{ readonly siteId: number; readonly limitId: number; readonly piles: readonly EnteredPile[] }> {
  const { consumerId } = scene.enterprise;
  const siteId = await add(scene.operator, 'monitorSite', { orgName: unique('Site '), orgCode: unique(), consumerId });
  const piles: EnteredPile[] = [];
  for (const more of fields) piles.push(await scene.pile({ siteId, ...more }));
  for (const { charger } of piles) await charger.connect();
  const limitId = await add(scene.operator, 'chargeLimit', { limitName: unique('Limit '), consumerId, siteId, limitPower });
  return { siteId, limitId, piles };
} // prettier-ignore

const sharesAt = async (siteId: number): Promise<ChargeShare> => {
  const { consumerId } = scene.enterprise;
  const [share] = ok(await scene.operator.get<ChargeShare[]>(`${AT}/getShares`, { consumerId, siteId }));
  if (!share) throw new Error('no limit is shared there');
  return share;
};
const limits = (piles: readonly EnteredPile[]): (number | undefined)[] => piles.map(({ charger }) => charger.limit); // prettier-ignore
const db = () => scene.product.database.db;
const settled = (what: string, piles: readonly EnteredPile[], wanted: readonly (number | undefined)[]) =>
  eventually(what, () => JSON.stringify(limits(piles)) === JSON.stringify(wanted));
/** As if a time had passed since the last command to a charger, whose answer is kept by then. */
const later = async (id: number, seconds: number): Promise<void> => {
  await eventually('what it answered is kept', async () => {
    const { rows } = await sql`select from charge_command where pile_id = ${id} and state in ('waiting', 'sent')`.execute(db()); // prettier-ignore
    return rows.length === 0;
  });
  await sql`update charge_link set boot_at = boot_at - ${seconds} * interval '1 second' where pile_id = ${id}`.execute(
    db(),
  );
  await sql`update charge_command set at = at - ${seconds} * interval '1 second', ended_at = ended_at - ${seconds} * interval '1 second'
    where pile_id = ${id}`.execute(db());
};

describe('a limit that a site shares', () => {
  it('is shared as sessions begin and end, by priority, and chargers are set free when it goes', async () => {
    const { siteId, limitId, piles } = await siteOf(10, [{}, {}, { sharePriority: 1, minimumPower: 4.2 }]);
    const [a, b, c] = piles as [EnteredPile, EnteredPile, EnteredPile];
    await settled('nothing charges: each has 0', piles, [0, 0, 0]);
    await a.charger.begin(1, TAG);
    await settled('one has all that it can use', piles, [7, 0, 0]);
    await b.charger.begin(1, TAG);
    await settled('two have half each', piles, [5, 5, 0]);
    await c.charger.begin(1, TAG);
    await settled('the first priority goes first', piles, [1.5, 1.5, 7]);
    expect(await sharesAt(siteId)).toMatchObject({ limit: 10, entered: 10, basis: 'entered', reserved: 10 });
    await c.charger.end(1);
    await settled('what it had goes to the others', piles, [5, 5, 0]);
    ok(await scene.operator.post('/api/archive/chargeLimit/edit', { id: limitId, limitPower: 4 }));
    await settled('the limit fell', piles, [2, 2, 0]);
    ok(await scene.operator.post('/api/archive/chargeLimit/del', { id: limitId }));
    await settled('it is gone', piles, [undefined, undefined, undefined]);
  });

  it('counts a charger that keeps silent with what it may take, and tells it again', async () => {
    const { siteId, piles } = await siteOf(10, [{}, {}]);
    const [a, b] = piles as [EnteredPile, EnteredPile];
    await settled('nothing charges', piles, [0, 0]);
    await a.charger.begin(1, TAG);
    await settled('one charges', piles, [7, 0]);
    a.charger.faults.silent = true;
    await b.charger.begin(1, TAG);
    await settled('the other has what is left for certain', piles, [7, 3]);
    expect((await sharesAt(siteId)).reserved).toBe(10);
    // Its answer stays out: the command ends as unknown.
    a.charger.cut();
    await eventually('it is told', async () => (await sharesAt(siteId)).piles[0]?.pending === false);
    expect((await sharesAt(siteId)).piles[0]).toMatchObject({ reserved: 7, told: 7 });
    a.charger.faults.silent = false;
    await a.charger.connect();
    await later(a.id, 61);
    await shareAtSite(db(), siteId);
    await settled('both have half', piles, [5, 5]);
  });

  it('keeps the rated power for one that refuses or never came, and says so', async () => {
    const { siteId, piles } = await siteOf(16, [{}, {}]);
    const [a, b] = piles as [EnteredPile, EnteredPile];
    await settled('nothing charges', piles, [0, 0]);
    const never = await scene.pile({ siteId });
    await a.charger.begin(1, TAG);
    await b.charger.begin(1, TAG);
    await settled('9 kW are left', piles, [4.5, 4.5]);
    never.charger.faults.rejects = true;
    await never.charger.connect();
    await eventually('it refused', async () => (await sharesAt(siteId)).piles[2]?.doubt === 'refused');
    const share = await sharesAt(siteId);
    expect(share.piles[2]).toMatchObject({ reserved: 7, told: null });
    expect(share.reserved).toBe(16);
  });

  it('counts a charger that takes more than it accepted with what it takes', async () => {
    const { siteId, piles } = await siteOf(8, [{}, {}]);
    const [a, b] = piles as [EnteredPile, EnteredPile];
    await settled('nothing charges', piles, [0, 0]);
    a.charger.faults.ignores = true;
    await a.charger.begin(1, TAG);
    await b.charger.begin(1, TAG);
    await settled('half each', piles, [4, 4]);
    await later(a.id, 61);
    await a.charger.charge(1, 60_000);
    await shareAtSite(db(), siteId);
    await settled('the other comes down', [b], [1]);
    expect((await sharesAt(siteId)).piles[0]).toMatchObject({ doubt: 'over', reserved: 7, told: 4 });
  });

  it('never goes above the limit of a person, and a person may still command', async () => {
    const { piles } = await siteOf(10, [{}, {}]);
    const [a, b] = piles as [EnteredPile, EnteredPile];
    await a.charger.begin(1, TAG);
    await b.charger.begin(1, TAG);
    await settled('half each', piles, [5, 5]);
    const send = (more: object) =>
      scene.enterprise.client.post(`${AT}/command`, { password: PASSWORD, ...more });
    ok(await send({ pileId: a.id, kind: 'limit', power: 2 }));
    await settled('what one may not use is the other’s', piles, [2, 7]);
    ok(await send({ pileId: a.id, kind: 'clearLimit' }));
    await settled('it is lifted', piles, [5, 5]);
  });

  it('gives way to a demand limit, and to what was entered for when its load is not known', async () => {
    const { consumerId } = scene.enterprise;
    const { siteId, limitId, piles } = await siteOf(12, [{}]);
    const guardId = await add(scene.operator, 'demandGuard', { guardName: unique('Guard '), consumerId, orgId: siteId, limitPower: 100 });
    ok(await scene.operator.post('/api/archive/chargeLimit/edit', { id: limitId, guardId, fallbackPower: 3 }));
    await piles[0]?.charger.begin(1, TAG);
    await settled('no meter tells the load', piles, [3]);
    expect(await sharesAt(siteId)).toMatchObject({ basis: 'fallback', limit: 3 });
    const wrong = await scene.operator.post('/api/archive/chargeLimit/edit', { id: limitId, fallbackPower: 13 });
    expect([wrong.code, wrong.field]).toEqual([400, 'fallbackPower']);
  }); // prettier-ignore

  it('finds one limit a site, and of its own enterprise', async () => {
    const { siteId } = await siteOf(5, []);
    const { consumerId } = scene.enterprise;
    const again = await scene.operator.post('/api/archive/chargeLimit/add', { limitName: 'x', consumerId, siteId, limitPower: 1 });
    expect(again.code).toBe(409);
    const less = await scene.operator.post('/api/archive/chargeLimit/add', { limitName: 'x', consumerId, siteId, limitPower: -1 });
    expect([less.code, less.field]).toEqual([400, 'limitPower']);
  }); // prettier-ignore
});

it('a demand limit leaves what its window still allows, less what else takes power', () => {
  const from = Date.UTC(2026, 0, 5, 8);
  const guarded = (more: object) => ({ from, knownTo: from, energy: 0n, limit: 100_000_000n, power: 60_000_000n, basis: 'power', ...more }) as Parameters<typeof leftByGuard>[0]; // prettier-ignore
  const at = from + 300_000;
  expect(leftByGuard(guarded({}), [{ takes: 10_000 }], from)).toBe(50_000);
  // Charging that tells no power is not taken off.
  expect(leftByGuard(guarded({}), [{ takes: null }], from)).toBe(40_000);
  // After five minutes at 150 kW the rest of the window allows 75.
  expect(leftByGuard(guarded({ knownTo: at, energy: 12_500_000n }), [{ takes: 0 }], at)).toBe(15_000);
  // What was spared is not made up: the next window begins with the limit.
  expect(leftByGuard(guarded({ knownTo: at }), [{ takes: 0 }], at)).toBe(40_000);
  expect(leftByGuard(guarded({ basis: 'window' }), [{ takes: 0 }], at)).toBeNull();
});

describe('a reservation', () => {
  it('is kept by the charger, shown until its tag begins, and given up once', async () => {
    const { id, charger } = await scene.pile();
    await charger.connect();
    const send = (more: object) => scene.enterprise.client.post<{ commandId: number; state: string }>(`${AT}/command`, { pileId: id, password: PASSWORD, connector: 1, ...more }); // prettier-ignore
    const kept = async () => {
      const { consumerId } = scene.enterprise;
      const piles = ok(await scene.operator.get<PileWire[]>(`${AT}/getLive`, { consumerId }));
      return piles.find(({ pileId }) => pileId === id)?.connectors[0]?.reservation ?? null;
    };
    expect(await send({ kind: 'reserve', minutes: 30 })).toMatchObject({ code: 400, field: 'idTag' });
    expect(await send({ kind: 'reserve', idTag: TAG })).toMatchObject({ code: 400, field: 'minutes' });
    expect(await send({ kind: 'cancelReserve' })).toMatchObject({ code: 400, field: 'reservationId' });
    const made = ok(await send({ kind: 'reserve', idTag: TAG.toLowerCase(), minutes: 30 }));
    expect(made.state).toBe('accepted');
    expect([...charger.reservations]).toEqual([[made.commandId, TAG]]);
    expect(await kept()).toMatchObject({ reservationId: made.commandId, idTag: TAG, holder: 'Fleet' });
    ok(await send({ kind: 'cancelReserve', reservationId: made.commandId }));
    expect([charger.reservations.size, await kept()]).toEqual([0, null]);
    expect(await send({ kind: 'cancelReserve', reservationId: made.commandId })).toMatchObject({ code: 400 });
    ok(await send({ kind: 'reserve', idTag: TAG, minutes: 30 }));
    await charger.begin(1, TAG);
    expect(await kept()).toBeNull();
    charger.faults.rejects = true;
    expect(ok(await send({ kind: 'reserve', idTag: TAG, minutes: 30 })).state).toBe('rejected');
    expect(await kept()).toBeNull();
  });
});
