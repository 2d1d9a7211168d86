import { expect, test } from '@playwright/test';
import { expectAccessible, signIn } from './person.ts';

test(
  'a person sees how the collector does and reads a meter while waiting',
  { tag: '@matrix' },
  async ({ page }) => {
    await signIn(page, 'steel');
    await page.goto('/#/SDNCommunication/SDNCollector');
    await page.getByRole('button', { name: 'Compressor station, Modbus' }).click();
    const meters = page.getByRole('table', { name: 'Meters' });
    await expect(meters.getByRole('row').filter({ hasText: 'E-126' })).toContainText('OK');
    await expectAccessible(page);

    await meters
      .getByRole('row')
      .filter({ hasText: 'E-126' })
      .getByRole('button', { name: 'Read now' })
      .click();
    const answer = page.getByRole('region', { name: 'Read now' });
    await expect(answer.getByRole('row').filter({ hasText: 'PP' })).toContainText(/[0-9A-F]{2} [0-9A-F]{2}/);

    // The same registers bare: the type that the map names gives the whole number of hundredths.
    await page.getByText('Raw registers', { exact: true }).click();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const bare = page.getByRole('region', { name: 'Raw registers' });
    await expect(bare.getByRole('row')).toHaveCount(11);
    await expectAccessible(page);
  },
);
