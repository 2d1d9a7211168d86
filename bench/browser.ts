import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { Caller } from './http.ts';

export interface BrowserFigure {
  /** Gzipped bytes of script that came before the first chart stood. */
  readonly scriptBytes: number;
  readonly scripts: number;
  /** First paint, first contentful paint and the first chart, ms after the navigation began; cold cache. */
  readonly firstPaint: number;
  readonly firstContent: number;
  readonly firstChart: number;
}

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Opens the overview as a person with a session does for the first time. */
export async function firstChart(baseUrl: string): Promise<BrowserFigure> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    const person = new Caller(baseUrl);
    await person.login('steel', 'steel-demo');
    const cookie = person.cookie.split('=');
    await context.addCookies([{ name: cookie[0] ?? '', value: cookie[1] ?? '', url: baseUrl }]);
    person.close();
    const page = await context.newPage();
    const scripts: Promise<number>[] = [];
    let chart = false;
    page.on('response', (response) => {
      if (!chart && /\.m?js(\?|$)/.test(response.url()))
        scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(`${baseUrl}/#/SDNMonitoring/Overview`, { waitUntil: 'commit' });
    await page.waitForSelector('main canvas', { timeout: 60_000 });
    const firstChart = await page.evaluate(() => performance.now());
    chart = true;
    const paints = await page.evaluate<[string, number][]>(
      `performance.getEntriesByType('paint').map((entry) => [entry.name, entry.startTime])`,
    );
    const paint = new Map(paints);
    const sizes = await Promise.all(scripts);
    return {
      scriptBytes: sizes.reduce((sum, size) => sum + size, 0),
      scripts: sizes.length,
      firstPaint: paint.get('first-paint') ?? NaN,
      firstContent: paint.get('first-contentful-paint') ?? NaN,
      firstChart,
    };
  } finally {
    await browser.close();
  }
}
