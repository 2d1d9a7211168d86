import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumPath } from '../scripts/chromium.mjs';
import { Caller } from './http.ts';

export interface BrowserFigure {
  /** Gzipped bytes of script that came before the first chart stood. */
  readonly scriptBytes: number;
  readonly scripts: number;
  /** Requests until the key figures had come, and the gzipped bytes of what they loaded. */
  readonly figureRequests: number;
  readonly figureBytes: number;
  /** When the key figures had come, ms after the navigation began. */
  readonly firstFigures: number;
  /** First paint, first contentful paint and the first chart, ms after the navigation began; cold cache. */
  readonly firstPaint: number;
  readonly firstContent: number;
  readonly firstChart: number;
}

/** Opens the overview as a person with a session does for the first time. */
export async function firstChart(baseUrl: string): Promise<BrowserFigure> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
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
    const [firstChart, firstFigures, loaded] = await page.evaluate<
      [number, number, [string, number][]]
    >(`(() => {
      const { startTime } = performance.getEntriesByName('meterhouse.firstChart')[0];
      const entries = performance.getEntriesByType('resource').map((entry) => [entry.name, entry.responseEnd]);
      const [, figures] = entries.find(([name]) => name.includes('/overview/getFigures'));
      const page = performance.getEntriesByType('navigation').map((entry) => [entry.name, entry.responseEnd]);
      return [startTime, figures, [...page, ...entries]];
    })()`);
    const until = (time: number): string[] => loaded.filter(([, end]) => end <= time).map(([name]) => name);
    const weigh = async (names: readonly string[]): Promise<number> =>
      (await Promise.all(names.flatMap((name) => bodies.get(name) ?? []))).reduce(
        (sum, size) => sum + size,
        0,
      );
    const scripts = until(firstChart).filter((name) => /\.m?js(\?|$)/.test(name));
    const forFigures = until(firstFigures);
    const paints = await page.evaluate<[string, number][]>(
      `performance.getEntriesByType('paint').map((entry) => [entry.name, entry.startTime])`,
    );
    const paint = new Map(paints);
    return {
      scriptBytes: await weigh(scripts),
      scripts: scripts.length,
      figureRequests: forFigures.length,
      figureBytes: await weigh(forFigures),
      firstFigures,
      firstPaint: paint.get('first-paint') ?? NaN,
      firstContent: paint.get('first-contentful-paint') ?? NaN,
      firstChart,
    };
  } finally {
    await browser.close();
  }
}
