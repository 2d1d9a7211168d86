import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildChargeScene, type ChargeScene } from '#test/build/chargeScene.ts';
import { keepConnected, keepDisconnected } from './link.ts';
import { pileOf, type Pile } from './pile.ts';

let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

it('of two connections the later holds, also where a slow process keeps the earlier last', async () => {
  const { db } = scene.product.database;
  const { charger } = await scene.pile();
  const pile = (await pileOf(db, charger.options.identity)) as Pile;
  const now = Date.now();
  const connection = (since: number) => ({ id: randomUUID(), address: '192.0.2.1', since });
  const [first, second, third] = [connection(now), connection(now + 1), connection(now + 2)];
  const held = async () => {
    const { rows } = await sql<{ id: string; open: boolean }>`
      select connection as id, disconnected_at is null as open from charge_link where pile_id = ${pile.id}`.execute(
      db,
    );
    return rows[0];
  };
  expect(await keepConnected(db, pile, second)).toBe(true);
  expect(await keepConnected(db, pile, first)).toBe(false);
  expect(await held()).toEqual({ id: second.id, open: true });
  // The end of one that does not hold is none of the charger.
  await keepDisconnected(db, pile, first.id, '');
  expect(await held()).toEqual({ id: second.id, open: true });
  expect(await keepConnected(db, pile, third)).toBe(true);
  expect(await held()).toEqual({ id: third.id, open: true });
  const { rows } = await sql<{ kind: string }>`select kind from charge_event where pile_id = ${pile.id} order by id`.execute(db); // prettier-ignore
  expect(rows.map(({ kind }) => kind)).toEqual(['connected', 'replaced']);
});

it('a clock that was set back by an hour keeps no charger from connecting', async () => {
  const { db } = scene.product.database;
  const { charger } = await scene.pile();
  const pile = (await pileOf(db, charger.options.identity)) as Pile;
  const now = Date.now();
  const connection = (since: number) => ({ id: randomUUID(), address: '192.0.2.1', since });
  expect(await keepConnected(db, pile, connection(now + 3_600_000))).toBe(true);
  expect(await keepConnected(db, pile, connection(now))).toBe(true);
});
