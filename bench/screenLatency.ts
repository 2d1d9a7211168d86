import { chromium } from '@playwright/test';
import mqtt from 'mqtt';
import { chromiumPath } from '../scripts/chromium.mjs';
import { percentile, type Timing } from './figure.ts';
import type { Caller } from './http.ts';

const TIMES = 40;

/** Milliseconds from the publish of a value to the frame in which the open overview of the meter shows it. */
export async function screenLatency(
  baseUrl: string,
  operator: Caller,
  { port, token, consumerId, meter }: { port: number; token: string; consumerId: number; meter: string },
): Promise<Timing> {
  const { list } = await operator.get<{ list: { id: number; ammeterCode: string }[] }>(
    `/api/archive/ammeter/searchpage?ammeterCode=${meter}&pageSize=100`,
  );
  const id = list.find((row) => row.ammeterCode === meter)?.id;
  const gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: token });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-US' });
    const cookie = operator.cookie.split(';')[0]?.split('=') ?? [];
    await context.addCookies([{ name: cookie[0] ?? '', value: cookie[1] ?? '', url: baseUrl }]);
    const page = await context.newPage();
    await page.goto(`${baseUrl}/#/SDNMonitoring/overview?consumer=${consumerId}&meter=${id}`);
    await page.waitForSelector('[data-testid=live][data-status=live]', { timeout: 60_000 });
    const took: number[] = [];
    for (let i = 0; i < TIMES; i++) {
      const shown = `${1000 + i}.5`.replace(/(\d)(\d{3})\./, '$1,$2.');
      const seen = page.evaluate<number>(`new Promise((resolve) => {
        const look = () => document.querySelector('[data-testid=live]')?.textContent.includes('${shown}')
          ? resolve(Date.now()) : requestAnimationFrame(look);
        look();
      })`);
      const begun = Date.now();
      await gateway.publishAsync('v1/gateway/telemetry', JSON.stringify({ [meter]: [{ PZ: 1000.5 + i }] }), {
        qos: 1,
      });
      took.push((await seen) - begun);
    }
    return { p50: percentile(took, 0.5), p95: percentile(took, 0.95) };
  } finally {
    await browser.close();
    await gateway.endAsync();
  }
}
