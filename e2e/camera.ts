import { expect, type Page } from '@playwright/test';
import { type Marks, readMarks } from '../simulator/camera/mark.ts';
import { HEIGHT, WIDTH } from '../simulator/camera/scene.ts';

const SIDE = 8;

/** Runs in the page: luma in the middle of each mark of a video's picture. */
const LUMA = `(video) => {
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  pen.drawImage(video, 0, 0);
  const at = (x, y) => pen.getImageData(x, y, 1, 1).data[1];
  return [0, 1].map((row) => Array.from({ length: width / ${SIDE} }, (_, i) =>
    at((i + 0.5) * ${SIDE}, height - (1.5 - row) * ${SIDE})));
}`;

/** What the live picture in the page says about itself, read out of its pixels. */
export async function marksIn(page: Page): Promise<Marks> {
  const luma = await page.evaluate<number[][]>(
    `(${LUMA})(document.querySelector('video[data-live="true"]'))`,
  );
  return readMarks(
    (column, row) =>
      luma[row < HEIGHT - SIDE ? 0 : 1]?.[Math.floor(column / (WIDTH / (luma[0]?.length ?? 1)))] ?? 0,
    HEIGHT,
  );
}

/** Opens the screen of cameras with that of the gate in hand, which turns. @returns how long it took to play, ms */
export async function openGate(page: Page, path = '/#/SDNWatch/SDNCamera'): Promise<number> {
  // They are entered with what is around the meters.
  await expect(async () => {
    const reply = await page.request.get('/api/archive/iVideoControl/getCameras', {
      params: { search: 'C-3' },
    });
    const { data } = (await reply.json()) as { data: { pagination: { total: number } } };
    expect(data.pagination.total).toBeGreaterThan(0);
  }).toPass({ intervals: [1000], timeout: 110_000 });
  await page.goto(path);
  const choose = page.getByRole('button', { name: 'Choose Camera at the gate' });
  await choose.waitFor();
  const begun = Date.now();
  await choose.click();
  await page
    .locator('article', { hasText: 'Camera at the gate' })
    .locator('video[data-live="true"]')
    .waitFor();
  return Date.now() - begun;
}
