import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../scripts/chromium.mjs';
import { Caller } from './http.ts';

const PERSON = 'steel';
const PASSWORD = 'steel-demo';
const FIGURES = '/overview/getFigures';
const PATIENCE = { timeout: 60_000 };

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

/** A person who has never been here logs in; cold cache, everything counted since the log-in page was opened. */
export interface LogInFigure {
  readonly requests: number;
  /** Gzipped bytes of what they loaded. */
  readonly bytes: number;
  /** From the press of Enter to the key figures, ms. */
  readonly ms: number;
}

/** A browser without a cache. */
async function inBrowser<T>(work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  try {
    return await work(await browser.newContext({ viewport: { width: 1400, height: 900 }, bypassCSP: true }));
  } finally {
    await browser.close();
  }
}

/** What of a page was loaded is weighed gzipped, by its address. */
function scaleOf(page: Page): (names: readonly string[]) => Promise<number> {
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
  return async (names) =>
    (await Promise.all(names.flatMap((name) => bodies.get(name) ?? []))).reduce((sum, size) => sum + size, 0);
}

/** Everything that a page has loaded and when it had come, ms after its navigation began; the page itself is the first. */
const loadedBy = (page: Page): Promise<[name: string, end: number][]> =>
  page.evaluate(`['navigation', 'resource'].flatMap((kind) =>
    performance.getEntriesByType(kind).map((entry) => [entry.name, entry.responseEnd]))`);

/** Measures from the press of Enter on the log-in page to the key figures. */
export const logIn = (baseUrl: string): Promise<LogInFigure> =>
  inBrowser(async (context) => {
    const page = await context.newPage();
    const weigh = scaleOf(page);
    await page.goto(`${baseUrl}/#/login`);
    await page.locator('input[name="username"]').fill(PERSON);
    await page.locator('input[name="password"]').fill(PASSWORD);
    const pressed = await page.evaluate<number>('performance.now()');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('${FIGURES}') && responseEnd > 0)`,
      null,
      PATIENCE,
    );
    const loaded = await loadedBy(page);
    const [, end] = loaded.find(([name]) => name.includes(FIGURES)) ?? ['', NaN];
    const until = loaded.filter(([, at]) => at <= end).map(([name]) => name);
    return { requests: until.length, bytes: await weigh(until), ms: end - pressed };
  });

/** Opens the overview as a person with a session does for the first time. */
export const firstChart = (baseUrl: string): Promise<BrowserFigure> =>
  inBrowser(async (context) => {
    const person = new Caller(baseUrl);
    await person.login(PERSON, PASSWORD);
    const cookie = person.cookie.split(';')[0]?.split('=') ?? [];
    await context.addCookies([{ name: cookie[0] ?? '', value: cookie[1] ?? '', url: baseUrl }]);
    person.close();
    const page = await context.newPage();
    const weigh = scaleOf(page);
    await page.goto(`${baseUrl}/#/SDNMonitoring/Overview`, { waitUntil: 'commit' });
    // The page marks the moment: what loads after it, while this program still waits, does not count.
    await page.waitForFunction(
      `performance.getEntriesByName('meterhouse.firstChart').length`,
      null,
      PATIENCE,
    );
    const firstChart = await page.evaluate<number>(
      `performance.getEntriesByName('meterhouse.firstChart')[0].startTime`,
    );
    const loaded = await loadedBy(page);
    const [, firstFigures] = loaded.find(([name]) => name.includes(FIGURES)) ?? ['', NaN];
    const until = (time: number): string[] => loaded.filter(([, end]) => end <= time).map(([name]) => name);
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
  });
