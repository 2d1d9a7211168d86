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
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, bypassCSP: true });
    const person = new Caller(baseUrl);
    await person.login('steel', 'steel-demo');
    const cookie = person.cookie.split(';')[0]?.split('=') ?? [];
    await context.addCookies([{ name: cookie[0] ?? '', value: cookie[1] ?? '', url: baseUrl }]);
    person.close();
    const page = await context.newPage();
    const bodies = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (/\.m?js(\?|$)/.test(response.url()))
        bodies.set(
          response.url(),
          response.body().then(
            (body) => gzipSync(body).length,
            () => 0,
          ),
        );
    });
    await page.goto(`${baseUrl}/#/SDNMonitoring/Overview`, { waitUntil: 'commit' });
    // The page marks the moment: what loads after it, while this program still waits, does not count.
    await page.waitForFunction(`performance.getEntriesByName('meterhouse.firstChart').length`, null, {
      timeout: 60_000,
    });
    const [firstChart, before] = await page.evaluate<[number, string[]]>(`(() => {
      const { startTime } = performance.getEntriesByName('meterhouse.firstChart')[0];
      const loaded = performance.getEntriesByType('resource').filter((entry) => entry.responseEnd <= startTime);
      return [startTime, loaded.map((entry) => entry.name)];
    })()`);
    const paints = await page.evaluate<[string, number][]>(
      `performance.getEntriesByType('paint').map((entry) => [entry.name, entry.startTime])`,
    );
    const paint = new Map(paints);
    const sizes = await Promise.all(before.flatMap((url) => bodies.get(url) ?? []));
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
