import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import mqtt from 'mqtt';
import { sql } from 'kysely';
import { emptyScene, type Scene, type SceneElement } from '#contract/scene/scene.ts';
import { emptySpace, type Space } from '#contract/scene/space.ts';
import { oneLineOf } from '#domain/scene/oneLine.ts';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { buildMeters } from '#test/build/meter.ts';
import { glbOf } from '#test/glb.ts';
import { chromiumPath } from '../scripts/chromium.mjs';
import { percentile } from './figure.ts';
import { Caller } from './http.ts';
import { databaseUrl, freePort, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

/*
 * A picture of 2,000 elements whose values change 200 times a second, through the whole product: a gateway delivers over MQTT, the
 * browser draws. Chromium draws with software alone.
 */
const METERS = 1000;
const CHANGES_A_SECOND = 200;
const SECONDS = Number(process.env['BENCH_PICTURE_SECONDS'] ?? 30);
const OPENINGS = 5;
/** A product that has been running: its code is compiled, its connections know the statements. These are not counted. */
const FIRST_OPENINGS = 3;
const MESSAGES_A_SECOND = 10;
/** Of the model that is shown in space: 5 MB. */
const TRIANGLES = 145_000;

/** A symbol with its name and a value for each meter, on a grid. */
function scene(meterIds: readonly number[]): Scene {
  const elements = meterIds.flatMap((ammeterId, i): SceneElement[] => {
    const [x, y] = [60 + (i % 40) * 110, 60 + Math.floor(i / 40) * 90];
    const source = { kind: 'item', ammeterId, dataCode: 'PZ' } as const;
    const format = { kind: 'format', decimals: 1, unit: null } as const;
    const ranges = [{ from: 500, to: null, look: 'warning' as const }];
    return [
      {
        id: `s${i}`,
        type: 'symbol',
        layer: 'device',
        symbol: 'meter',
        x,
        y,
        label: '{name}',
        bindings: [{ source, map: { kind: 'range', ranges } }],
      },
      { id: `v${i}`, type: 'value', layer: 'device', x, y: y + 40, bindings: [{ source, map: format }] },
    ];
  });
  return { ...emptyScene([{ id: 'device', name: 'Devices' }]), width: 4600, height: 2400, elements };
}

interface Prepared {
  readonly consumerId: number;
  readonly diagramId: number;
  readonly spaceId: number;
  readonly token: string;
  readonly elements: number;
}

async function prepare(operator: Caller, dataDir: string): Promise<Prepared> {
  const system = await openDatabase(await databaseUrl(dataDir), { log: silent, max: 2 });
  const { consumerId, siteId, meterIds } = await buildMeters(system.db, { meters: METERS, name: 'pictures' });
  await sql`update ammeter set interval_seconds = 60 where consumer_id = ${consumerId}`.execute(system.db);
  await system.close();
  const gateway = { gatewayName: 'Pictures', consumerId, siteId };
  const { token } = await operator.post<{ token: string }>('/api/archive/gateway/add', gateway);
  const place = { consumerId, siteId, monitorSysType: '1' };
  const picture = scene(meterIds);
  const flat = await operator.post<{ id: number }>(`${CALL}add`, { ...place, diagramName: 'Large', panelType: '1' }); // prettier-ignore
  await publish(operator, flat.id, picture);
  const space = await operator.post<{ id: number }>(`${CALL}add`, { ...place, diagramName: 'Hall', panelType: '2' }); // prettier-ignore
  await publish(operator, space.id, await craneIn(operator, space.id));
  return { consumerId, diagramId: flat.id, spaceId: space.id, token, elements: picture.elements.length };
}

const CALL = '/api/archive/monitorDiagram/';

async function publish(operator: Caller, id: number, picture: Scene | Space): Promise<void> {
  const saved = { id, base: 0, scene: JSON.stringify(picture) };
  const { no } = await operator.post<{ no: number }>(`${CALL}saveScene`, saved);
  await operator.post(`${CALL}publish`, { id, no });
}

/** A space with one large model. */
async function craneIn(operator: Caller, id: number): Promise<Space> {
  const glb = glbOf({ triangles: TRIANGLES });
  const { modelId } = await operator.upload<{ modelId: number }>(
    `${CALL}uploadModel`,
    { id },
    glb,
    'crane.glb',
  );
  // Its strip of triangles is as long as it has triangles, m.
  const crane = { id: 'crane', type: 'model', floor: 'ground', x: 0, y: 0, z: 0, modelId, scale: 0.001 } as const; // prettier-ignore
  return { ...emptySpace('Ground'), elements: [crane] };
}

/** Values of all meters in turn, so many changes a second. @returns ends it and tells how many were sent */
async function deliver(port: number, token: string): Promise<() => Promise<number>> {
  const gateway = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: token });
  let next = 0;
  const step = (): void => {
    const body: Record<string, [{ PZ: number }]> = {};
    for (let i = 0; i < CHANGES_A_SECOND / MESSAGES_A_SECOND; i++, next++)
      body[`M${(next % METERS) + 1}`] = [{ PZ: Math.round((next * 7919) % 9000) / 10 }];
    void gateway.publishAsync('v1/gateway/telemetry', JSON.stringify(body), { qos: 0 });
  };
  const timer = setInterval(step, 1000 / MESSAGES_A_SECOND);
  return async () => {
    clearInterval(timer);
    await gateway.endAsync();
    return next;
  };
}

async function openPage(browser: Browser, baseUrl: string, operator: Caller): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    bypassCSP: true,
  });
  const cookie = operator.cookie.split(';')[0]?.split('=') ?? [];
  await context.addCookies([{ name: cookie[0] ?? '', value: cookie[1] ?? '', url: baseUrl }]);
  const page = await context.newPage();
  // The frame in which all elements stand is marked by the page itself.
  await page.addInitScript(`{
    const write = CanvasRenderingContext2D.prototype.fillText;
    window.written = 0;
    CanvasRenderingContext2D.prototype.fillText = function (...words) { window.written++; return write.apply(this, words); };
    const look = () => Number(document.querySelector('.sceneCanvas')?.dataset.drawn) >= ${2 * METERS}
      ? (window.drawnAt = performance.now()) : requestAnimationFrame(look);
    look();
  }`);
  return page;
}

/** Opens an address and waits until the page has noted a moment. @returns that moment, ms from the navigation */
async function momentOf(page: Page, address: string, moment: 'drawnAt' | 'shownAt'): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(`window.${moment}`, null, { timeout: 60_000 });
  const took = await page.evaluate<number>(`window.${moment}`);
  await page.context().close();
  return took;
}

/** ms from the navigation to the frame in which the whole picture stands; nothing is in the browser's cache. */
async function firstPaint(
  browser: Browser,
  baseUrl: string,
  operator: Caller,
  path: string,
): Promise<number> {
  const page = await openPage(browser, baseUrl, operator);
  return momentOf(page, `${baseUrl}/#${path}`, 'drawnAt');
}

/** ms from the navigation to the frame in which the whole model is drawn; nothing is in the browser's cache. */
async function modelShown(
  browser: Browser,
  baseUrl: string,
  operator: Caller,
  path: string,
): Promise<number> {
  const page = await openPage(browser, baseUrl, operator);
  await page.addInitScript(`{
    for (const name of ['drawArrays', 'drawElements']) {
      const before = WebGL2RenderingContext.prototype[name];
      WebGL2RenderingContext.prototype[name] = function (...given) {
        const count = given[name === 'drawArrays' ? 2 : 1];
        if (count >= ${3 * TRIANGLES}) requestAnimationFrame(() => (window.shownAt ??= performance.now()));
        return before.apply(this, given);
      };
    }
  }`);
  return momentOf(page, `${baseUrl}/#${path}`, 'shownAt');
}

/** Opens something again and again. @returns what each took, ms */
async function opened(open: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < FIRST_OPENINGS + OPENINGS; i++) times.push(await open());
  return times.slice(FIRST_OPENINGS);
}

interface Frames {
  /** Frames of each second. */
  readonly seconds: readonly number[];
  /** Texts of the picture that were drawn anew, those around a change among them, a second. */
  readonly written: number;
}

/** Frames of the page while values come. @param moving the picture is moved all the time */
async function frames(page: Page, moving: boolean): Promise<Frames> {
  const counted = page.evaluate<Frames>(`new Promise((resolve) => {
    const seconds = []; const before = window.written; let count = 0; let from = performance.now();
    const frame = (now) => {
      count++;
      if (now - from >= 1000) { seconds.push(count * 1000 / (now - from)); count = 0; from = now; }
      if (seconds.length < ${SECONDS}) return requestAnimationFrame(frame);
      resolve({ seconds, written: (window.written - before) / ${SECONDS} });
    };
    requestAnimationFrame(frame);
  })`);
  if (moving) {
    await page.mouse.move(500, 400);
    await page.mouse.down();
    const end = Date.now() + SECONDS * 1000;
    for (let i = 0; Date.now() < end; i++) {
      await page.mouse.move(500 + 80 * Math.sin(i / 8), 400 + 40 * Math.cos(i / 8));
      await sleep(50);
    }
    await page.mouse.up();
  }
  return counted;
}

/** How long diagrams of generated networks take, ms. */
function drawnNetworks(): (string | number)[][] {
  return [20, 200, 2000].map((count) => {
    const meters = Array.from({ length: count }, (_, i) => ({
      ammeterId: i + 1,
      code: `M${i + 1}`,
      name: `Meter ${i + 1}`,
      parentId: i === 0 ? null : Math.floor((i - 1) / 6) + 1,
      ratedPower: null,
      transformer: i > 0 && i % 40 === 0,
      capacity: null,
    }));
    const begun = performance.now();
    const { scene: drawn } = oneLineOf({ meters, points: [] }, null);
    const took = performance.now() - begun;
    const what = `one-line diagram of ${whole(count)} meters, ${whole(drawn.elements.length)} elements`;
    return [what, `${whole(took)} ms`, limit(took, '≤', 2000, ' ms')];
  });
}

const median = (values: readonly number[]): number => percentile([...values], 0.5);

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const port = await freePort();
  const product = await startProduct({ MQTT_PORT: String(port) });
  const operator = new Caller(product.baseUrl);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await operator.login('operator', PASSWORD);
    const { consumerId, diagramId, spaceId, token, elements } = await prepare(operator, product.dataDir);
    const path = `/SDNMonitoring/OneLine?consumer=${consumerId}&diagram=${diagramId}`;
    const paints = await opened(() => firstPaint(browser, product.baseUrl, operator, path));
    say(`first paint ${paints.map(whole).join(', ')} ms`);
    const hall = `/SDNMonitoring/Scene3D?consumer=${consumerId}&diagram=${spaceId}`;
    const shows = await opened(() => modelShown(browser, product.baseUrl, operator, hall));
    say(`model ${shows.map(whole).join(', ')} ms`);
    const page = await openPage(browser, product.baseUrl, operator);
    await page.goto(`${product.baseUrl}/#${path}`);
    await page.waitForFunction('window.drawnAt', null, { timeout: 60_000 });
    const stop = await deliver(port, token);
    await sleep(3000);
    const still = await frames(page, false);
    const moved = await frames(page, true);
    const sent = await stop();
    say(`${fixed(median(still.seconds), 1)} / ${fixed(median(moved.seconds), 1)} frames/s, ${sent} sent`);
    const row = (what: string, { seconds, written }: Frames) => [
      [`${what}: frames a second, median`, fixed(median(seconds), 1), limit(median(seconds), '≥', 55)],
      [`${what}: the slowest second`, fixed(Math.min(...seconds), 1), ''],
      [`${what}: words drawn a second`, whole(written), ''],
    ];
    const text = `${measuredNow(machine)}

A published diagram of ${whole(elements)} elements over ${whole(METERS)} meters; a gateway delivers ${CHANGES_A_SECOND} changes a second over MQTT, each changes a number and the look of a symbol. Chromium, 1440 × 900, software rendering, ${SECONDS} s each; the product and the browser share the machine. First paint: from the navigation, empty cache, to the frame in which every element stands, median of ${OPENINGS} after ${FIRST_OPENINGS} that are not counted; the model likewise, to the frame in which it is drawn.

${table(
  ['what', 'measured', 'limit'],
  [
    ['first paint', `${whole(median(paints))} ms`, limit(median(paints), '≤', 1500, ' ms')],
    ...row('at rest', still),
    ...row('while it is moved', moved),
    [
      `a model of ${whole(TRIANGLES)} triangles, 5 MB, shown in space`,
      `${whole(median(shows))} ms`,
      limit(median(shows), '≤', 3000, ' ms'),
    ],
    ...drawnNetworks(),
  ],
)}`;
    return [{ title: 'Pictures', text }];
  } finally {
    operator.close();
    await browser.close();
    await product.stop();
  }
}

/** A large picture with many changes, as the browser shows it. */
export const pictures: Section = { name: 'pictures', measure };
