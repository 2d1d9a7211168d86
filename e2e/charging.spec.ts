import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, visit } from './person.ts';

test('a person sees the chargers live, resets one with the own password, and opens how a session was billed', async ({
  page,
}) => {
  await signIn(page, 'campus');
  // They connect when they are entered, and first tell the sessions of the last weeks.
  await expect(async () => {
    const reply = await page.request.get('/api/archive/chargeSession/getpage', {
      params: { sessionState: '2', pageSize: 1 },
    });
    const { data } = (await reply.json()) as { data: { pagination: { total: number } } };
    expect(data.pagination.total).toBeGreaterThan(0);
  }).toPass({ intervals: [1000], timeout: 110_000 });
  await visit(page, '/#/SDNGuangchuchong/Running/ChargeAnalysis');
  const card = page.getByTestId('pile-CP-02');
  await expect(card.getByText('Connected', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Operate CP-02' }).click();
  await page.getByText('Soft reset').click();
  await page.getByLabel('Your own password').fill('campus-demo');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Accepted by the charger')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByTestId('pile-CP-03').getByRole('button', { name: 'Operate CP-03' }).click();
  await page.getByText('Read its settings').click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Accepted by the charger')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByTestId('pile-CP-03').getByRole('button', { name: 'Events CP-03' }).click();
  await page.getByRole('button', { name: 'Change MeterValueSampleInterval' }).click();
  await expect(page.getByText('Now: 60')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByText('Use and revenue').click();
  const row = page.getByRole('row').filter({ hasText: 'Fast charger 1' });
  await expect(row).toBeVisible();
  await row.getByRole('link').click();
  const session = page.getByRole('row').filter({ hasText: 'Finished' }).first();
  await session.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Curve and fees' }).click();
  await expect(page.getByRole('dialog').getByText('Service fee')).toBeVisible();
  await expectAccessible(page);
});
