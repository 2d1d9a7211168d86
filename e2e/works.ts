import { expect, type Page } from '@playwright/test';
import { QUARTER_MS as QUARTER } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { signIn } from './person.ts';

/** 2019-07-14 00:00 in Shanghai; three days of registers follow. */
const START = Date.parse('2019-07-13T16:00:00Z');
const DAYS = 3;
/** The quarter of an hour from 2019-07-15 11:00 is the highest. */
const HIGH = 96 + 44;

export async function call<T>(
  page: Page,
  path: string,
  form: Readonly<Record<string, string | number>>,
): Promise<T> {
  const reply = await page.request.post(`/api/${path}`, { form, headers: { 'X-Meterhouse': '1' } });
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: T };
  expect(code, `${path}: ${message}`).toBe(200);
  return data;
}

/** Registers of three meters: the main 2.5 a quarter with one of 9.25, and 1.5 and 0.75 of it below. */
function telemetry(): Record<string, { ts: number; values: { PP: number } }[]> {
  const course = (step: number, high: number) =>
    Array.from({ length: DAYS * 96 + 1 }, (_, i) => ({
      ts: START + i * QUARTER,
      values: { PP: 1000 + step * i + (i > HIGH ? high - step : 0) },
    }));
  return { 'E-1': course(2.5, 9.25), 'E-2': course(1.5, 1.5), 'E-3': course(0.75, 0.75) };
}

/** An enterprise with a site, a small meter tree and three days of a past year, sent through the door of gateways. */
export async function works(page: Page): Promise<number> {
  await signIn(page, 'operator');
  const mark = Date.now().toString(36);
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: `Works ${mark}`,
    orgCode: mark,
  });
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    orgName: 'Melt shop',
    orgCode: 'S1',
    consumerId,
    timeZone: HOME_ZONE,
  });
  const meter = async (ammeterName: string, ammeterCode: string, parent: Record<string, number>) =>
    (
      await call<{ id: number }>(page, 'archive/ammeter/add', {
        ammeterName,
        ammeterCode,
        consumerId,
        siteId,
        ...parent,
      })
    ).id;
  const parentId = await meter('Infeed', 'E-1', {});
  await meter('Arc furnace', 'E-2', { parentId });
  await meter('Ladle furnace', 'E-3', { parentId });
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', {
    gatewayName: `G ${mark}`,
    consumerId,
  });
  const sent = await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: telemetry(),
  });
  expect(((await sent.json()) as { code: number }).code).toBe(200);
  await expect
    .poll(
      async () => {
        const reply = await page.request.get('/api/monitoring/overview/getFigures', {
          params: { consumerId, date: '2019-07-15' },
        });
        return ((await reply.json()) as { data: { year: { value: number | null } } }).data.year.value;
      },
      { timeout: 30_000 },
    )
    .toBe(726.75);
  return consumerId;
}
