import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { type Client, type Product, startProduct } from '#test/product.ts';

let product: Product;
let client: Client;
let own: Enterprise;
const meters: number[] = [];

beforeAll(async () => {
  product = await startProduct();
  own = await buildEnterprise(product);
  client = (await product.operator()).in('en');
  const { consumerId, siteId } = own;
  for (let i = 0; i < 3; i++)
    meters.push(await add(client, 'ammeter', { ammeterName: unique('M '), ammeterCode: unique(), consumerId, siteId, dataType: '1', deviceType: '4' })); // prettier-ignore
}, 60_000);
afterAll(() => product.close());

interface Fields {
  readonly meter: number;
  readonly device?: string;
  readonly state?: '0' | '1';
}
const row = ({ meter, device, state = '1' }: Fields) => ({
  consumerId: own.consumerId,
  siteId: own.siteId,
  stationName: unique('S '),
  stationMeterId: meters[meter],
  ...(device === undefined ? {} : { gatewayId: own.gatewayId, deviceName: device }),
  ratedEnergy: 200,
  ratedPower: 100,
  state,
});
const enter = (fields: Fields) => client.post<{ id: number }>('/api/archive/storageStation/add', row(fields));
const edit = (id: number, fields: object) =>
  client.post('/api/archive/storageStation/edit', { id, ...fields });

it('no two stations in use name one meter or one device, and who hands it over makes room', async () => {
  const first = await add(client, 'storageStation', row({ meter: 0, device: 'EMS' }));
  const sameMeter = await enter({ meter: 0 });
  expect(sameMeter).toMatchObject({ code: 409, field: 'stationMeterId' });
  expect(sameMeter.message).toMatch(/^Station meter: “S .*”, which is in use, has it$/);
  expect(await enter({ meter: 1, device: 'EMS' })).toMatchObject({ code: 409, field: 'deviceName' });
  expect(await enter({ meter: 1, device: 'EMS-2' })).toMatchObject({ code: 200 });
  // Out of use it may be written down; it is put in use when the other is not.
  const later = await add(client, 'storageStation', row({ meter: 0, device: 'EMS', state: '0' }));
  expect(await edit(later, { state: '1' })).toMatchObject({ code: 409, field: 'stationMeterId' });
  expect(await edit(first, { state: '0' })).toMatchObject({ code: 200 });
  expect(await edit(later, { state: '1' })).toMatchObject({ code: 200 });
});

it('two that were entered with one meter before stay, and are edited in everything else', async () => {
  const { db } = product.database;
  const one = await add(client, 'storageStation', row({ meter: 2 }));
  const { rows } = await sql<{ id: number }>`
    insert into storage_station (station_name, consumer_id, site_id, station_meter_id, rated_energy, rated_power, charge_efficiency,
      discharge_efficiency, soc_min, soc_max, export_allowed, wear_cost, operation_cost, customer_share, state)
    select ${unique('S ')}, consumer_id, site_id, station_meter_id, 200, 100, 95, 95, 10, 90, false, 0, 0, 0, '1'
    from storage_station where id = ${one} returning id`.execute(db);
  expect(await edit(rows[0]?.id ?? 0, { ratedPower: 90, stationMeterId: meters[2] })).toMatchObject({
    code: 200,
  });
  expect(await edit(one, { remark: 'shares its meter' })).toMatchObject({ code: 200 });
});

it('no two plants in use name one meter', async () => {
  const plant = () => ({
    consumerId: own.consumerId,
    siteId: own.siteId,
    plantName: unique('P '),
    ammeterId: meters[0],
    ratedPower: 100,
  });
  await add(client, 'pvPlant', plant());
  expect(await client.post('/api/archive/pvPlant/add', plant())).toMatchObject({
    code: 409,
    field: 'ammeterId',
  });
});
