import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEnterprise } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

const AT = '/api/hxyUser/userLogin';
const query: Record<string, string>[] = [];
let service: Server;
let product: Product;
let person: Client;

beforeAll(async () => {
  service = createServer((request, reply) => {
    const params = Object.fromEntries(new URL(request.url ?? '', 'http://weather').searchParams);
    query.push(params);
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify([{ date: params['from'], weather: 'Clear', tempMax: 31.5, tempMin: 22 }]));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  product = await startProduct({ WEATHER_URL: `http://127.0.0.1:${port}/days` });
  person = (await buildEnterprise(product)).client;
});
afterAll(async () => {
  service.close();
  await product.close();
});

it('tells the weather of a place on a day, or from one day to another', async () => {
  const day = { weatherCode: '101250101', dt: '2026-01-31' };
  expect(ok(await person.get(`${AT}/getWeatherByCode`, day))).toMatchObject({
    configured: true,
    list: [{ date: '2026-01-31', weather: 'Clear', tempMax: 31.5 }],
  });
  expect(query.at(-1)).toEqual({ code: '101250101', from: '2026-01-31', to: '2026-01-31' });
  const days = { weatherCode: '101250101', fromDt: '2026-01-01', toDt: '2026-01-31' };
  expect(ok(await person.get(`${AT}/getWeatherListByCode`, days))).toMatchObject({ configured: true });
  expect(query.at(-1)).toEqual({ code: '101250101', from: '2026-01-01', to: '2026-01-31' });
  expect(await person.get(`${AT}/getWeatherListByCode`, { ...days, fromDt: '2026-02-01' })).toMatchObject({
    code: 400,
    field: 'toDt',
  });
  expect(await person.get(`${AT}/getWeatherByCode`, { dt: '2026-01-31' })).toMatchObject({
    code: 400,
    field: 'weatherCode',
  });
});
