import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserFigure, firstChart, logIn, type LogInFigure } from './browser.ts';
import { buildPages } from './build.ts';
import { overviewCalls } from './overview.ts';
import { ROOT, type RunningProduct, startProduct } from './product.ts';
import { type Part, type Section, fixed, limit, machineNow, measuredNow, table, whole } from './section.ts';

const BUDGET_KB = 350;
const MOST_REQUESTS = 25;

/** The demonstration as a newcomer meets it. */
async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  await buildPages();
  say('Starting the demonstration …');
  const product = await startProduct({ DEMO: 'on', ADMIN_PASSWORD: '' });
  try {
    const demonstrationMs = await product.said('Demonstration: ready', 600_000);
    const overview = await overviewCalls(product.baseUrl);
    for (const { call, p50, p95 } of overview)
      say(`${call}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    const calls = overview.map(({ call, p50, p95 }) => [call, fixed(p50, 1), fixed(p95, 1)]);
    return [
      {
        title: 'The overview',
        text: `${measuredNow(machine)}

The calls of the first screen on the demonstration (40 meters, 13 months), each alone, milliseconds. Start of an empty product: ${fixed(product.startedAfter / 1000, 1)} s; demonstration complete after ${fixed(demonstrationMs / 1000, 0)} s.

${table(['call', 'p50', 'p95'], calls)}`,
      },
      { title: 'The first chart', text: await look(product) },
    ];
  } finally {
    await product.stop();
  }
}

async function look(product: RunningProduct): Promise<string> {
  if (!existsSync(join(ROOT, 'dist/index.html')))
    return 'Not measured: the front end is not built (npm run build).';
  try {
    return chartTable(await firstChart(product.baseUrl), await logIn(product.baseUrl));
  } catch (error) {
    return `Not measured: ${String(error).split('\n')[0] ?? 'the browser failed'}.`;
  }
}

function chartTable(
  {
    scriptBytes,
    scripts,
    figureRequests,
    figureBytes,
    firstFigures,
    firstPaint,
    firstContent,
    firstChart: chart,
  }: BrowserFigure,
  entered: LogInFigure,
): string {
  const packed = entered.bytes / 1000;
  const script = scriptBytes / 1000;
  const figures = figureBytes / 1000;
  return table(
    ['what', 'measured', 'limit'],
    [
      ['requests until the key figures', `${figureRequests}`, limit(figureRequests, '≤', MOST_REQUESTS)],
      ['loaded until then, gzipped', `${fixed(figures, 1)} kB`, limit(figures, '≤', BUDGET_KB, ' kB')],
      [
        'script before the first chart, gzipped',
        `${fixed(script, 1)} kB in ${scripts} files`,
        limit(script, '≤', BUDGET_KB, ' kB'),
      ],
      ['first paint, Chromium, cold cache', `${whole(firstPaint)} ms`, ''],
      ['first content', `${whole(firstContent)} ms`, ''],
      ['key figures', `${whole(firstFigures)} ms`, ''],
      ['first chart', `${whole(chart)} ms`, ''],
      ['log-in on a cold cache: from Enter to the key figures', `${whole(entered.ms)} ms`, ''],
      [
        '– requests since the log-in page',
        `${entered.requests}`,
        limit(entered.requests, '≤', MOST_REQUESTS),
      ],
      ['– loaded since then, gzipped', `${fixed(packed, 1)} kB`, limit(packed, '≤', BUDGET_KB, ' kB')],
    ],
  );
}

export const screens: Section = { name: 'screens', measure };
