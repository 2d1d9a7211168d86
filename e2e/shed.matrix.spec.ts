import { expect, test, type Page } from '@playwright/test';
import type { ObjectDetails } from '#feature/watch/liveScreen/contract.ts';
import { dialog, main } from './operating.ts';
import { signIn, visit } from './person.ts';
import { call } from './works.ts';

interface Row {
  readonly id: number;
}

async function found<T>(
  page: Page,
  path: string,
  params: Readonly<Record<string, string | number>> = {},
): Promise<T> {
  const reply = await page.request.get(`/api/${path}`, { params, headers: { 'X-Meterhouse': '1' } });
  return ((await reply.json()) as { data: T }).data;
}

/** A row of the steel works by one of its fields. */
async function row(
  page: Page,
  resource: string,
  key: string,
  value: string,
): Promise<Row & Record<string, unknown>> {
  const rows = await found<(Row & Record<string, unknown>)[]>(page, `archive/${resource}/getall`);
  const one = rows.find((each) => each[key] === value);
  if (!one) throw new Error(`${resource}: no ${key} is ${value}`);
  return one;
}

/** Switches an output as a person does by its dialog. */
async function operate(page: Page, id: number, value: 0 | 1): Promise<void> {
  const selected = await call<{ command: { commandId: number }; token: string }>(page, 'archive/iRemoteControl/select', { id, value }); // prettier-ignore
  await call(page, 'archive/iRemoteControl/operate', { commandId: selected.command.commandId, token: selected.token }); // prettier-ignore
}

/** The power that a meter tells now, kW. */
async function power(page: Page, ammeterId: number): Promise<number | null> {
  const { datas } = await found<Pick<ObjectDetails, 'datas'>>(page, 'monitoring/monitor/getMeterDetails', {
    ammeterId,
  });
  return datas.find((one) => one.ammeterId === ammeterId && one.dataCode === 'PZ')?.value ?? null;
}

test('@matrix a plan enabled with the password sheds a compressor of the plant, its meter proves the kW, and it comes back by itself', async ({
  page,
}) => {
  test.setTimeout(1_800_000);
  await signIn(page, 'operator');
  const mark = Date.now().toString(36);
  const { id: consumerId } = await row(page, 'consumer', 'orgCode', 'steel');
  const [first, second] = [await row(page, 'iRemoteControl', 'controlCode', 'QF-226'), await row(page, 'iRemoteControl', 'controlCode', 'QF-227')]; // prettier-ignore
  const meters = [Number(first['ammeterId']), Number(second['ammeterId'])];
  await call(page, 'archive/iRemoteControl/edit', {
    id: second.id,
    minimumOff: 1,
    shedPriority: 1,
    shedPower: 900,
  });
  const { id: orgId } = await call<Row>(page, 'sys/orgUnit/add', { orgName: `Air ${mark}`, orgCode: mark, consumerId, orgType: '44' }); // prettier-ignore
  const counted: number[] = [];
  // Another workshop counts them too: that is confirmed, and taken back at the end.
  for (const ammeterId of meters)
    counted.push((await call<Row>(page, 'archive/orgAmmeter/add', { orgId, consumerId, dataType: '1', ammeterId, sign: '1', confirmed: 1 })).id); // prettier-ignore
  const [steady, shed] = await Promise.all(meters.map((one) => power(page, one)));
  expect(steady).toBeGreaterThan(500);
  expect(shed).toBeGreaterThan(50);
  // With half of the second compressor less the limit is kept; alone the second stays below it.
  const limitPower = Math.round((steady ?? 0) + (shed ?? 0) / 2);
  const { id: guardId } = await call<Row>(page, 'price/demandGuard/add', { guardName: `Air ${mark}`, consumerId, orgId, limitPower }); // prettier-ignore
  const planName = `Shed ${mark}`;
  await call(page, 'archive/shedPlan/add', { planName, consumerId, guardId, controlIdList: String(second.id), holdSeconds: 0, gapSeconds: 30, marginPercent: 1 }); // prettier-ignore

  await visit(page, `/#/SDNControl/SDNControlShed?consumer=${consumerId}`);
  await main(page)
    .getByRole('button', { name: `Enable ${planName}` })
    .click();
  await dialog(page).locator('input[type=password]').fill('operator-demo');
  await dialog(page).getByRole('button', { name: 'Enable', exact: true }).click();
  // At the end of a window nothing new is begun: the next one begins within three minutes.
  const approve = main(page).getByRole('button', { name: 'Approve', exact: true });
  await approve.click({ timeout: 300_000 });
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click();

  await expect(main(page)).toContainText(/Shedding: 1 of 1 proven off, [1-9][\d,]* kW promised/, {
    timeout: 90_000,
  });
  await expect.poll(() => power(page, meters[1] ?? 0), { timeout: 120_000 }).toBe(0);
  const drawn = await power(page, meters[0] ?? 0);
  expect(drawn).toBeGreaterThan(500);
  // What was verified is what the meter told before, within its swing.
  await expect(main(page)).toContainText(/kW promised, [1-9][\d,]* kW verified/, { timeout: 240_000 });

  // The other compressor is switched off by hand: there is room, and the load comes back by itself.
  await operate(page, first.id, 0);
  try {
    await main(page).getByRole('button', { name: 'Details' }).first().click();
    await expect(dialog(page)).toContainText('Ended · All restored', { timeout: 1_000_000 });
    await expect.poll(() => power(page, meters[1] ?? 0), { timeout: 90_000 }).toBeGreaterThan(50);
  } finally {
    await call(page, 'archive/iRemoteControl/edit', { id: first.id, minimumOff: 1 });
    await operate(page, first.id, 1);
    for (const id of counted) await call(page, 'archive/orgAmmeter/del', { id });
  }
});
