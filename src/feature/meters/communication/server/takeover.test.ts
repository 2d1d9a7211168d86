import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { openIngest, takeTelemetry } from '#feature/meters/ingest/server/public.ts';
import { silent } from '#server/database/log.ts';
import { addTestGateway } from '#test/broker.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, type Product, startProduct } from '#test/product.ts';

const start = Date.parse('2026-01-16T00:00:00+08:00');

let product: Product;
let mine: Enterprise;
let ingest: ReturnType<typeof openIngest>;
let gatewayId = 0;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
  ingest = openIngest({ system: product.services.system, log: silent });
  gatewayId = (await addTestGateway(product.database.db, mine.consumerId, unique('g'))).id;
});
afterAll(async () => {
  await ingest.close();
  await product.close();
});

const newMeter = (ammeterCode: string): Promise<number> =>
  add(mine.client, 'ammeter', {
    ammeterName: `Meter ${ammeterCode}`,
    ammeterCode,
    consumerId: mine.consumerId,
    siteId: mine.siteId,
  });

/** Three registers, a quarter of an hour apart. */
async function send(device: string, by = gatewayId): Promise<void> {
  const gateway = await ingest.gateways.byId(by);
  if (!gateway) throw new Error('the gateway is not there');
  const entries = [0, 1, 2].map((k) => ({ ts: start + k * QUARTER, values: { PP: 100 + k } }));
  await takeTelemetry(ingest, gateway, { [device]: entries }, 'http', Date.now());
}

const map = (deviceName: string, ammeterId: number, more: object = {}) =>
  mine.client.post('/api/communication/gateway/mapKeys', {
    id: gatewayId,
    devices: JSON.stringify([{ deviceName, ammeterId, keys: [{ dataKey: null }] }]),
    ...more,
  });

const mappings = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select device_name as name from gateway_mapping where gateway_id = ${gatewayId} order by 1`.execute(
    product.database.db,
  );
  return rows.map(({ name }) => name);
};

it('asks before what waited counts on a meter that has readings of its own in that time', async () => {
  const [code, device] = [unique('A-'), unique('dev-')];
  const meter = await newMeter(code);
  await send(code);
  await send(device);
  const refused = await map(device, meter);
  expect(refused).toMatchObject({ code: 409 });
  const told = JSON.stringify(refused.data);
  expect(told).toContain(`3 values of the device “${device}” that waited since 2026-01-16 00:00`);
  expect(told).toContain('3 readings of its own');
  const row = { gatewayId, consumerId: mine.consumerId, deviceName: device, ammeterId: meter };
  expect(await mine.client.post('/api/archive/gatewayMapping/add', row)).toMatchObject({ code: 409 });
  expect(await mappings()).toEqual([]);
  // Nothing waits for this one, and another kind of data meets no reading.
  ok(await mine.client.post('/api/archive/gatewayMapping/add', { ...row, deviceName: 'nobody' }));
  ok(await mine.client.post('/api/archive/gatewayMapping/add', { ...row, dataKey: 'PP', dataCode: 'RP' }));
  ok(await map(device, meter, { confirmed: 1 }));
  expect(await mappings()).toEqual([device, device, 'nobody']);
});

it('asks nothing where the meter has no readings', async () => {
  const device = unique('dev-');
  const meter = await newMeter(unique('B-'));
  await send(device);
  ok(await map(device, meter));
});

it('asks before a meter with readings gets the code of a device that waits', async () => {
  const [code, device] = [unique('C-'), unique('dev-')];
  const meter = await newMeter(code);
  await send(code);
  await send(device);
  const rename = { id: meter, ammeterCode: device };
  expect(await mine.client.post('/api/archive/ammeter/edit', rename)).toMatchObject({ code: 409 });
  ok(await mine.client.post('/api/archive/ammeter/edit', { ...rename, confirmed: 1 }));
});

it('asks before a meter with readings comes to the site of a gateway where its code waits, or the gateway to its own', async () => {
  const code = unique('D-');
  const meter = await newMeter(code);
  await send(code);
  const elsewhere = await add(await product.operator(), 'monitorSite', {
    orgName: 'Other site',
    orgCode: unique(),
    consumerId: mine.consumerId,
    timeZone: 'Asia/Shanghai',
  });
  const { id } = await addTestGateway(product.database.db, mine.consumerId, unique('g'));
  await sql`update gateway set site_id = ${elsewhere} where id = ${id}`.execute(product.database.db);
  await send(code, id);
  const moves = [
    await mine.client.post('/api/archive/ammeter/edit', { id: meter, siteId: elsewhere }),
    await mine.client.post('/api/archive/gateway/edit', { id, siteId: mine.siteId }),
    await mine.client.post('/api/archive/gateway/edit', { id, siteId: '' }),
  ];
  for (const { code: status, data } of moves) {
    expect(status).toBe(409);
    expect(JSON.stringify(data)).toContain(`3 values of the device “${code}”`);
  }
  ok(await mine.client.post('/api/archive/gateway/edit', { id, gatewayName: unique('g') }));
  ok(await mine.client.post('/api/archive/gateway/edit', { id, siteId: mine.siteId, confirmed: 1 }));
});
