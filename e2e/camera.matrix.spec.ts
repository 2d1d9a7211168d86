import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { marksIn, openGate } from './camera.ts';
import { signIn, untilFilled } from './person.ts';

const WATCHED_MS = 10 * 60_000;

test('@matrix a live picture is there within two seconds and at most one behind after ten minutes', async ({
  page,
}) => {
  test.setTimeout(WATCHED_MS + 540_000);
  await signIn(page, 'steel');
  await untilFilled(page);
  expect(await openGate(page)).toBeLessThan(2000);
  await sleep(WATCHED_MS);
  const behind: number[] = [];
  for (let i = 0; i < 20; i++) {
    behind.push(Date.now() - (await marksIn(page)).at);
    await sleep(500);
  }
  behind.sort((a, b) => a - b);
  expect(behind[10]).toBeLessThan(1000);
});

test('@matrix a tab that is closed while the camera turns leaves it still within a second', async ({
  page,
  context,
}) => {
  await signIn(page, 'steel');
  await openGate(page);
  const other = await context.newPage();
  await openGate(other, '/#/SDNUser/SDNCamera');
  await other.getByRole('button', { name: 'Left', exact: true }).hover();
  await other.mouse.down();
  await sleep(1000);
  await other.close({ runBeforeUnload: false });
  await sleep(1000);
  // What is shown is behind by the way of the picture.
  await sleep(700);
  const still = await marksIn(page);
  await sleep(500);
  expect((await marksIn(page)).pan).toBeCloseTo(still.pan, 1);
});
