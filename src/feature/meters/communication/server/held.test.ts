import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { takeTelemetry } from '#feature/meters/ingest/server/public.ts';
import { openIngest } from '#feature/meters/ingest/server/public.ts';
import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { silent } from '#server/database/log.ts';
import { queryableOf } from '#server/database/queryable.ts';
import { setClosed } from '#series/public.ts';
import { addTestGateway } from '#test/broker.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Decided, GatewayRow, HeldPage, UnmappedDevice } from '../contract.ts';

const start = Date.parse('2026-01-16T00:00:00+08:00');

let product: Product;
let mine: Enterprise;
let theirs: Enterprise;
let gatewayId = 0;
let meterId = 0;
let code = '';
let ingest: ReturnType<typeof openIngest>;
beforeAll(async () => {
  product = await startProduct();
  [mine, theirs] = [await buildEnterprise(product), await buildEnterprise(product)];
  ingest = openIngest({ system: product.services.system, log: silent });
  code = unique('H-');
  meterId = await add(mine.client, 'ammeter', {
    ammeterName: unique('Held '),
    ammeterCode: code,
    consumerId: mine.consumerId,
    siteId: mine.siteId,
    commissioned: '2026-01-16',
  });
  gatewayId = (await addTestGateway(product.database.db, mine.consumerId, unique('g'))).id;
  await send({
    [code]: [-2, -1, 0, 1].map((k) => ({ ts: start + k * QUARTER, values: { PP: 100 + k } })),
    cabinet: [
      { ts: start, values: { Wh: 1 } },
      { ts: start + QUARTER, values: { Wh: 2, kW: 3 } },
    ],
  });
  await send({ [code]: { ts: start + 2 * QUARTER, values: { PP: -5 } } });
  await send({ [code]: { ts: 1000, values: { PP: 5 } } });
  await send({ [code]: { ts: Date.now() + 30 * 86_400_000, values: { PP: 500 } } });
});
afterAll(async () => {
  await ingest.close();
  await product.close();
});

async function send(body: object): Promise<void> {
  const gateway = await ingest.gateways.byId(gatewayId);
  if (!gateway) throw new Error('the gateway is not there');
  await takeTelemetry(ingest, gateway, body, 'http', Date.now());
  await ingest.recorder.flush();
}

const list = async (who: Enterprise, more: object = {}) =>
  ok(
    await who.client.get<HeldPage>('/api/communication/held/getlist', {
      gatewayId,
      pageSize: 100,
      ...more,
    }),
  );
const decide = (who: Enterprise, what: 'count' | 'discard', which: object) =>
  who.client.post<Decided>(`/api/communication/held/${what}`, { ...which });

const registers = async (): Promise<number[]> =>
  (
    await sql<{
      pp: number;
    }>`select pp from reading where meter_id = ${meterId} and source = 0 order by ts`.execute(
      product.database.db,
    )
  ).rows.map(({ pp }) => pp);

it('lists what does not count with its reason, of the own enterprise alone', async () => {
  const all = await list(mine);
  expect(all.summary).toEqual({
    beforeCommissioned: 2,
    unknownMeter: 3,
    negative: 1,
    clockUnset: 1,
    clockAhead: 1,
  });
  expect(all.pagination.total).toBe(7);
  expect(all.countable).toBe(3);
  expect(await registers()).toEqual([100, 101]);
  const early = await list(mine, { reason: 'beforeCommissioned', pageSize: 1, current: 2 });
  expect(early.pagination.total).toBe(2);
  expect(early.list).toMatchObject([
    {
      deviceName: code,
      ammeterId: meterId,
      ts: start - 2 * QUARTER,
      values: { PP: 98 },
      commissioned: '2026-01-16',
    },
  ]);
  expect((await list(mine, { kind: 'waiting' })).list.map(({ values }) => values)).toEqual([
    { Wh: 2, kW: 3 },
    { Wh: 1 },
  ]);
  expect((await list(mine, { search: 'cabin' })).pagination.total).toBe(2);
  expect((await list(theirs)).list).toEqual([]);
});

it('stands in the figures of the gateway and beside the names to be mapped', async () => {
  const row = ok(await mine.client.get<GatewayRow>('/api/communication/gateway/get', { id: gatewayId }));
  expect(row).toMatchObject({ waiting: 3, quarantined: 5, dropped: 0 });
  const unmapped = ok(
    await mine.client.get<Page<UnmappedDevice>>('/api/communication/gateway/getUnmapped', { id: gatewayId }),
  );
  expect(unmapped.list).toMatchObject([{ deviceName: 'cabinet', waiting: 3, waitingFrom: start }]);
});

it('counts what a person says is right, and keeps what has no time', async () => {
  const [first, second] = (await list(mine, { reason: 'beforeCommissioned' })).list;
  expect(await decide(theirs, 'count', { ids: first?.id })).toMatchObject({ code: 200, data: { rows: 0 } });
  expect(await registers()).toEqual([100, 101]);
  expect(ok(await decide(mine, 'count', { ids: second?.id }))).toEqual({
    rows: 1,
    values: 1,
    left: 0,
    kept: 0,
  });
  expect(await registers()).toEqual([98, 100, 101]);
  for (const reason of ['clockUnset', 'clockAhead', 'unknownMeter'])
    expect(await decide(mine, 'count', { gatewayId, reason })).toMatchObject({ code: 400, field: 'ids' });
  // All that is there: the other early one and the negative register, as somebody insists.
  expect(ok(await decide(mine, 'count', { gatewayId }))).toEqual({ rows: 2, values: 2, left: 0, kept: 4 });
  expect(await registers()).toEqual([98, 99, 100, 101, -5]);
  expect(await decide(mine, 'count', {})).toMatchObject({ code: 400 });
});

it('discards what a person gives up; the change log keeps it', async () => {
  expect(ok(await decide(theirs, 'discard', { gatewayId })).rows).toBe(0);
  expect(ok(await decide(mine, 'discard', { gatewayId, reason: 'clockAhead' }))).toMatchObject({
    rows: 1,
    left: 0,
  });
  expect((await list(mine)).summary).toEqual({ unknownMeter: 3, clockUnset: 1 });
  const { rows } = await sql<{ action: string; pp: string }>`
    select action, before -> 'values' ->> 'PP' as pp from oper_log where resource = 'heldReading'
      and consumer_id = ${mine.consumerId} order by id`.execute(product.database.db);
  expect(rows).toEqual([
    { action: 'edit', pp: '98' },
    { action: 'edit', pp: '99' },
    { action: 'edit', pp: '-5' },
    { action: 'del', pp: '500' },
  ]);
});

it('counts what waited once the name is mapped on the screen', async () => {
  const keys = [
    { dataKey: 'Wh', dataCode: 'PP', multiplier: 0.001 },
    { dataKey: 'kW', ignored: true },
  ];
  const devices = JSON.stringify([
    {
      deviceName: 'cabinet',
      newMeter: {
        ammeterName: 'Cabinet',
        ammeterCode: 'CABINET',
        siteId: mine.siteId,
        deviceType: '4',
        dataType: '1',
      },
      keys,
    },
  ]);
  ok(await mine.client.post('/api/communication/gateway/mapKeys', { id: gatewayId, devices }));
  const { startReleasing } = await import('#feature/meters/ingest/server/public.ts');
  const releasing = startReleasing(product.database, silent);
  await expect.poll(async () => (await list(mine)).summary, { timeout: 10_000 }).toEqual({ clockUnset: 1 });
  await releasing.stop();
  const { rows } = await sql<{ pp: number }>`
    select r.pp from reading r join ammeter a on a.id = r.meter_id where a.ammeter_code = 'CABINET' order by r.ts`.execute(
    product.database.db,
  );
  expect(rows).toEqual([{ pp: 0.001 }, { pp: 0.002 }]);
});

it('counts what may count where some of it lies in a time whose figures are final', async () => {
  const day = 96 * QUARTER;
  await send({
    [code]: [
      { ts: start + 3 * QUARTER, values: { PP: -7 } },
      { ts: start + 20 * day, values: { PP: -8 } },
    ],
  });
  await foldDirty(product.database.db);
  const closed = { goneBefore: start + 11 * day, closedBefore: start + 10 * day };
  await setClosed(queryableOf(product.database.db), meterId, closed);
  expect((await list(mine, { reason: 'negative' })).countable).toBe(1);
  expect(ok(await decide(mine, 'count', { gatewayId, reason: 'negative' }))).toEqual({
    rows: 1,
    values: 1,
    left: 0,
    kept: 1,
  });
});
