import { expect, test, type Page } from '@playwright/test';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { expectAccessible, remember, signIn, visit } from './person.ts';
import { call } from './works.ts';

interface Built {
  readonly consumerId: number;
  readonly name: string;
  readonly token: string;
}

/** An enterprise with a pump and a gateway, and a rule for its power that is not in use itself. */
async function build(page: Page): Promise<Built> {
  await signIn(page, 'operator');
  const name = `cmp${Date.now().toString(36)}`;
  const { id: consumerId } = await call<{ id: number }>(page, 'archive/consumer/add', { orgName: name, orgCode: name }); // prettier-ignore
  const site = { orgName: 'Pump house', orgCode: name, consumerId, timeZone: HOME_ZONE };
  const { id: siteId } = await call<{ id: number }>(page, 'archive/monitorSite/add', site);
  const meter = { ammeterCode: 'P1', ammeterName: 'Pump', consumerId, siteId, intervalSeconds: 60 };
  await call(page, 'archive/ammeter/add', meter);
  const { token } = await call<{ token: string }>(page, 'archive/gateway/add', { gatewayName: `G ${name}`, consumerId }); // prettier-ignore
  await call(page, 'event/alarm/add', {
    alarmName: 'Overload', consumerId, triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100,
    triggerInterval: 0, recoverInterval: 0, enable: 0,
  }); // prettier-ignore
  return { consumerId, name, token };
}

async function send(page: Page, token: string, values: Readonly<Record<string, number>>): Promise<void> {
  const sent = await page.request.post('/api/ingest/telemetry', {
    headers: { authorization: `Bearer ${token}` },
    data: { P1: [{ ts: Date.now(), values }] },
  });
  expect(((await sent.json()) as { code: number }).code).toBe(200);
}

/** A rule by an expression, whose mistakes are told while it is written. */
async function writeExpression(page: Page, { consumerId }: Built): Promise<void> {
  await visit(page, `/#/SDNAlertConfig/SDNAlertConfig?consumer=${consumerId}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Alarm', exact: true }).fill('Poor factor');
  await form.getByRole('combobox', { name: 'Raised when' }).click();
  await page.getByTitle('Expression', { exact: true }).click();
  const text = form.getByRole('textbox', { name: 'Expression' });
  await text.fill('PZ > 10 and FX < 0.9');
  await expect(form).toContainText('at character 13: there is no data code “FX”');
  await text.fill('PZ > 10 and FZ < 0.9');
  await expect(form).toContainText('Can be evaluated');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Poor factor' })).toBeVisible();
}

/** Both rules as one composition, by the keyboard where it matters, put to the pump. */
async function composeRules(page: Page, { consumerId }: Built): Promise<void> {
  await visit(page, `/#/SDNBaseConfig/SDNAlarmCompose?consumer=${consumerId}`);
  await expect(page.getByRole('main')).toContainText('There is no alarm composition yet');
  await page.getByRole('button', { name: 'New composition' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Wasted load');
  for (const name of ['On delay', 'Off delay']) await page.getByRole('spinbutton', { name }).fill('0');
  const pick = async (group: string, rule: string): Promise<void> => {
    await page.getByRole('combobox', { name: `Add a rule ${group}` }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(rule, { exact: true }).click();
  };
  await pick('1', 'Overload');
  await page.getByRole('button', { name: 'Add a group 1', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Overload' })).toContainText(
    'each group needs at least one rule',
  );
  await pick('1.2', 'Poor factor');
  const tree = page.getByRole('region', { name: 'Tree of conditions' });
  await tree.getByRole('button', { name: 'Poor factor', exact: false }).first().press('Alt+ArrowUp');
  await tree.getByRole('button', { name: 'Take group 1.3 out' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Overload' })).toHaveText(
    'Overload and Poor factor',
  );
  // The first of them on a meter that it names.
  await tree.getByRole('button', { name: 'On which meters Overload is judged' }).click();
  await tree.getByRole('combobox', { name: 'On which meters Overload is judged' }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('Pump').click();
  await page.keyboard.press('Escape');
  await tree.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Overload' })).toHaveText(
    'Overload · Pump and Poor factor',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/alarm=[1-9]/);
  await page.getByRole('combobox', { name: 'Add meters' }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle('Pump').click();
  await page.getByRole('heading', { name: 'Meters that it judges' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Meters that it judges' })).toContainText('Pump');
}

test('an expression and a composition are made and raise a record by real readings, which says why', async ({
  page,
}) => {
  const built = await build(page);
  await writeExpression(page, built);
  await composeRules(page, built);

  await send(page, built.token, { PZ: 120, FZ: 0.95 });
  await page.waitForTimeout(1100);
  await send(page, built.token, { FZ: 0.8 });
  await visit(page, `/#/SDNAlertConfig/SDNRTAlertMonitor?consumer=${built.consumerId}`);
  const main = page.getByRole('main');
  const row = main.getByRole('row', { name: /Pump Wasted load/ });
  await row.click({ timeout: 60_000 });
  await expect(main).toContainText('Overload · Pump: held', { timeout: 30_000 });
  await expect(main).toContainText('Poor factor: held');
  await expect(page.getByRole('list', { name: 'Values when it was raised' })).toContainText('120');
  await expectAccessible(page);

  await send(page, built.token, { PZ: 50 });
  await visit(page, `/#/SDNEventAlert/SDNEventAlert?consumer=${built.consumerId}`);
  await expect(main).toContainText('Wasted load · Pump', { timeout: 30_000 });
});

for (const width of [1280, 390])
  for (const [language, skin] of [['zh', 'dark'], ['en', 'light']] as const)
    test(`the tree of a composition fits ${width} px, ${language}, ${skin}`, async ({ page }) => {
      const { consumerId } = await build(page);
      const reply = await page.request.get('/api/event/alarm/getpage', { params: { consumerId, pageSize: 1 } });
      const { data } = (await reply.json()) as { data: { list: { id: number }[] } };
      const rule = data.list[0]?.id ?? 0;
      const { id: alarmId } = await call<{ id: number }>(page, 'event/alarm/add', {
        alarmName: 'Nested', consumerId, triggerMethod: 'compose',
        composition: JSON.stringify({ kind: 'atLeast', need: 1, parts: [rule, { kind: 'and', parts: [rule, { kind: 'or', parts: [rule] }] }] }),
      }); // prettier-ignore
      await remember(page, { language, appearance: { skin: 0, ground: skin } });
      await page.setViewportSize({ width, height: 900 });
      await visit(page, `/#/SDNBaseConfig/SDNAlarmCompose?consumer=${consumerId}&alarm=${alarmId}`);
      await expect(page.getByRole('region', { name: language === 'zh' ? '条件树' : 'Tree of conditions' })).toBeVisible();
      await expectAccessible(page);
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(wide).toBeLessThanOrEqual(0);
    }); // prettier-ignore
