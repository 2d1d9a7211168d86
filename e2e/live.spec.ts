import { expect, test, type Page } from '@playwright/test';
import mqtt, { type MqttClient } from 'mqtt';
import { expectAccessible, signIn } from './person.ts';

async function call<T>(
  page: Page,
  path: string,
  form: Readonly<Record<string, string | number>>,
): Promise<T> {
  const reply = await page.request.post(`/api/${path}`, { form, headers: { 'X-Meterhouse': '1' } });
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: T };
  expect(code, message).toBe(200);
  return data;
}

async function gatewayOf(page: Page, consumerId: number): Promise<MqttClient> {
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', {
    gatewayName: 'G',
    consumerId,
    state: '1',
  });
  const { host, port } = await call<{ host: string; port: number }>(page, 'sys/mqtt/getConfig', {});
  return mqtt.connectAsync(`ws://${host}:${port}/mqtt`, { username: token });
}

test('the open overview follows a gateway without a reload, also after the network was away', async ({
  page,
  context,
}) => {
  await signIn(page, 'operator');
  const code = `live${Date.now().toString(36)}`;
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', {
    orgName: code,
    orgCode: code,
  });
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', {
    orgName: 'S',
    orgCode: code,
    consumerId,
  });
  await call(page, 'archive/ammeter/add', {
    ammeterCode: 'M1',
    ammeterName: 'M1',
    consumerId,
    siteId,
    deviceType: '4',
    dataType: '1',
  });
  const gateway = await gatewayOf(page, consumerId);
  const send = (values: object) =>
    gateway.publishAsync('v1/gateway/telemetry', JSON.stringify({ M1: [{ values }] }), { qos: 1 });
  await page.goto(`/#/SDNMonitoring/overview?consumer=${consumerId}`);
  const live = page.getByTestId('live');
  await expect(live).toHaveAttribute('data-status', 'live');

  await send({ PP: 1000, PZ: 12.5 });
  await expect(live).toContainText('12.5 kW');
  await expect(live).toContainText(/data \d+ s old/);
  await send({ PP: 1234, PZ: 13.5 });
  await expect(live).toContainText('13.5 kW');
  await expect(page.getByRole('main')).toContainText('234');
  await expectAccessible(page);

  await context.setOffline(true);
  await page.evaluate(`dispatchEvent(new Event('offline'))`);
  await send({ PP: 1300, PZ: 14.5 });
  await context.setOffline(false);
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await expect(page.getByRole('main')).toContainText('300');
  await send({ PP: 1301, PZ: 15.5 });
  await expect(live).toContainText('15.5 kW');
  await gateway.endAsync();
});
