import createClient from 'openapi-fetch';
// Written by the test from the document of the running product.
import type { paths } from './api.mts';

const [, , baseUrl = '', password = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { 'X-Meterhouse': '1' } });

/** What a call answered; a refusal ends the journey. */
function told<T extends { readonly code: number; readonly message?: string }>(answer: {
  readonly data?: T;
  readonly error?: unknown;
}): Extract<T, { readonly code: 200 }> {
  if (answer.data?.code !== 200) throw new Error(JSON.stringify(answer.data ?? answer.error));
  return answer.data as Extract<T, { readonly code: 200 }>;
}

const login = await client.POST('/api/sys/login', { body: { userName: 'operator', password } });
told(login);
const cookie = login.response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
client.use({
  onRequest({ request }) {
    request.headers.set('cookie', cookie);
    return request;
  },
});

const works = told(
  await client.POST('/api/archive/consumer/add', {
    body: { orgName: 'Generated works', orgCode: 'generated' },
  }),
).data;
const site = told(
  await client.POST('/api/archive/monitorSite/add', {
    body: { orgName: 'Hall', orgCode: 'generated-hall', consumerId: works.id },
  }),
).data;
const meter = told(
  await client.POST('/api/archive/ammeter/add', {
    body: { ammeterName: 'Incomer', ammeterCode: 'generated-1', consumerId: works.id, siteId: site.id },
  }),
).data;
const edited = told(
  await client.POST('/api/archive/ammeter/edit', { body: { id: meter.id, ammeterName: 'Main incomer' } }),
).data;
const listed = told(
  await client.GET('/api/archive/ammeter/searchpage', {
    params: { query: { consumerId: works.id, orderBy: '-ammeterName', pageSize: 10 } },
  }),
).data;
const gateway = told(
  await client.POST('/api/archive/gateway/add', { body: { gatewayName: 'Generated', consumerId: works.id } }),
).data;
const { token } = told(
  await client.POST('/api/archive/gateway/rotateToken', { body: { id: gateway.id } }),
).data;
const ts = Date.now() - 60_000;
const sent = await client.POST('/api/ingest/telemetry', {
  body: { 'generated-1': [{ ts, values: { PP: 1234.5 } }] },
  headers: { authorization: `Bearer ${token}` },
});
const raw = told(
  await client.GET('/api/sdata/dataInterface/getData', {
    params: {
      query: {
        ammeterId: meter.id,
        dataCodes: ['PP'],
        interval: 100,
        fromDt: new Date(ts - 60_000).toISOString(),
        toDt: new Date(ts + 60_000).toISOString(),
      },
    },
  }),
).data;
const wrong = (await client.POST('/api/archive/ammeter/edit', { body: { id: 2_000_000_000 } })).data;

console.log(
  JSON.stringify({
    edited: edited.ammeterName,
    listed: listed.list.map((row) => row.ammeterCode),
    accepted: sent.data?.data.accepted,
    values: raw.values['PP'],
    wrong: wrong?.code,
  }),
);
