import { expect, test } from '@playwright/test';
import { marksIn, openGate } from './camera.ts';
import { expectAccessible, signIn } from './person.ts';

test('a person sees a camera live, turns it by button and key, and is told what another one lacks', async ({
  page,
}) => {
  await signIn(page, 'steel');
  await openGate(page);
  const before = await marksIn(page);
  await page.getByRole('button', { name: 'Right', exact: true }).hover();
  await page.mouse.down();
  await expect(page.getByText('In your hand').first()).toBeVisible();
  await page.mouse.up();
  await expect.poll(async () => (await marksIn(page)).pan - before.pan).toBeGreaterThan(0.5);
  await page.keyboard.down('ArrowUp');
  await expect.poll(async () => (await marksIn(page)).tilt - before.tilt).toBeGreaterThan(0.5);
  await page.keyboard.up('ArrowUp');
  await page.getByRole('button', { name: 'Let go' }).click();
  await expect(page.getByRole('button', { name: 'Let go' })).toBeHidden();

  await page.getByRole('button', { name: 'Choose Camera in the switch room' }).click();
  const up = page.getByRole('button', { name: 'Up', exact: true });
  await expect(up).toBeDisabled();
  await expect(up).toHaveAttribute('title', /fixed and has no head/);
  await expectAccessible(page);
});
