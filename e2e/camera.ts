import { expect, type Page } from '@playwright/test';
import { type Marks, readMarks } from '../simulator/camera/mark.ts';
import { HEIGHT, WIDTH } from '../simulator/camera/scene.ts';

const SIDE = 8;

/** What the live picture in the page says about itself, read out of its pixels. */
export async function marksIn(page: Page): Promise<Marks> {
  const luma = await page.locator('video[data-live="true"]').evaluate((video, side) => {
    const { videoWidth: width, videoHeight: height } = video as HTMLVideoElement;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    pen?.drawImage(video as HTMLVideoElement, 0, 0);
    const at = (x: number, y: number): number => pen?.getImageData(x, y, 1, 1).data[1] ?? 0;
    return [0, 1].map((row) =>
      Array.from({ length: width / side }, (_, i) => at(i * side + side / 2, height - (2 - row) * side + side / 2)),
    );
  }, SIDE);
  return readMarks(
    (column, row) => luma[row < HEIGHT - SIDE ? 0 : 1]?.[Math.floor(column / (WIDTH / (luma[0]?.length ?? 1)))] ?? 0,
    HEIGHT,
  );
}

/** Opens the screen of cameras with that of the gate in hand, which turns. @returns how long it took to play, ms */
export async function openGate(page: Page, path = '/#/SDNWatch/SDNCamera'): Promise<number> {
  // They are entered with what is around the meters.
  await expect(async () => {
    const reply = await page.request.get('/api/archive/iVideoControl/getCameras', { params: { search: 'C-3' } });
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
