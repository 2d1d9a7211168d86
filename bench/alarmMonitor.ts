import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../scripts/chromium.mjs';
import { percentile } from './figure.ts';
import type { Caller } from './http.ts';
import { ROOT } from './product.ts';

const SCROLL_MS = 3000;
/** Pixels a frame: some 1,500 rows in the time. */
const SCROLL_PX = 240;
/** Rows of the list, not the one that says that there is nothing. */
const ROWS = '[class*=rows] tbody tr';

/** How the alarm monitor stands with all that is open; null where the front end is not built. */
export interface MonitorFigure {
  /** From the navigation to the frame after the first rows stood, ms: with an empty cache, and again with a full one. */
  readonly cold: number;
  readonly warm: number;
  /** Between two frames while it scrolls, ms. */
  readonly frames: readonly number[];
}

/** Opens the alarm monitor of an enterprise and scrolls through it. */
export async function openMonitor(
  baseUrl: string,
  operator: Caller,
  consumerId: number,
): Promise<MonitorFigure | null> {
  if (!existsSync(join(ROOT, 'dist/index.html'))) return null;
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    const cookie = operator.cookie.split(';')[0]?.split('=') ?? [];
    await context.addCookies([{ name: cookie[0] ?? '', value: cookie[1] ?? '', url: baseUrl }]);
    await context.addInitScript(`(() => {
      const look = () => document.querySelector('${ROWS}')
        ? requestAnimationFrame(() => performance.mark('rows')) : requestAnimationFrame(look);
      look();
    })()`);
    const page = await context.newPage();
    const address = `${baseUrl}/#/SDNAlertConfig/SDNRTAlertMonitor?consumer=${consumerId}`;
    const [cold, warm] = [await firstRows(page, address), await firstRows(page, address)];
    return { cold, warm, frames: await scroll(page) };
  } finally {
    await browser.close();
  }
}

async function firstRows(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(`performance.getEntriesByName('rows').length`, null, { timeout: 60_000 });
  return page.evaluate<number>(`performance.getEntriesByName('rows')[0].startTime`);
}

const scroll = (page: Page): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((resolve) => {
    let area = document.querySelector('${ROWS}');
    while (area && !(area.scrollHeight > area.clientHeight + 100 && /auto|scroll/.test(getComputedStyle(area).overflowY)))
      area = area.parentElement;
    const frames = [];
    let last = performance.now();
    const end = last + ${SCROLL_MS};
    const step = (now) => {
      frames.push(now - last);
      last = now;
      area.scrollTop += ${SCROLL_PX};
      if (now < end) requestAnimationFrame(step); else resolve(frames.slice(1));
    };
    requestAnimationFrame(step);
  })`);

/** The usual frame and the slow ones, ms. */
export const framesOf = ({ frames }: MonitorFigure): { p50: number; p95: number } => ({
  p50: percentile(frames, 0.5),
  p95: percentile(frames, 0.95),
});
