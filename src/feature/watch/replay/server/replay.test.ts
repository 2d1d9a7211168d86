import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { replay } from '#domain/alarm/replay.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { startOfDate } from '#domain/time/text.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Document, judgeOf } from '#test/openApi.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import type { CurvePart, ReplayAnswer } from '../contract.ts';

let product: Product;
let sites: TwoSites;
let operator: Client;
let judge: ReturnType<typeof judgeOf>;
const START = startOfDate('Asia/Shanghai', '2026-03-01');
const DAYS = 10;
/** kW of the meter of the first site: each day an hour above 100 and three single quarters above it. */
const power = (q: number): number => {
  const inDay = q % 96;
  return (inDay >= 40 && inDay < 44) || [10, 20, 30].includes(inDay) ? 105 : 80;
};
const values = Array.from({ length: DAYS * 96 }, (_, q) => ({ at: START + q * QUARTER_MS, value: power(q) }));

beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
  judge = judgeOf((await product.app.inject({ url: '/openapi.json' })).json<Document>());
  const builder = new BatchBuilder();
  for (const { at, value } of values) {
    builder.row(sites.first.ammeterId, at);
    builder.set(codeIndex('PZ'), value);
    builder.row(sites.second.ammeterId, at);
    builder.set(codeIndex('PZ'), 50);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
});
afterAll(() => product.close());

const addRule = async (fields: object = {}, of = [sites.first.ammeterId, sites.second.ammeterId]) => {
  const { consumerId } = sites.first;
  const id = await add(operator, 'alarm', {
    alarmName: unique('Power '), consumerId, triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 104,
    triggerInterval: 0, recoverInterval: 0, enable: false, ...fields,
  }); // prettier-ignore
  for (const ammeterId of of) await add(operator, 'objectAlarm', { alarmId: id, consumerId, ammeterId });
  return id;
};

const RANGE = { begin: '2026-03-01', end: '2026-03-10' };
const start = (client: Client, wish: object) =>
  client.post<{ taskId: number }>('/api/event/alarm/replay', { ...RANGE, ...wish });
async function run(client: Client, wish: object): Promise<ReplayAnswer> {
  const { taskId } = ok(await start(client, wish));
  expect(await runToEnd(product, taskId)).toMatchObject({ state: 'done' });
  const reply = await client.get<ReplayAnswer>('/api/event/alarm/getReplay', { id: taskId, pageSize: 100 });
  // It answers what its document says.
  expect(judge('get', '/api/event/alarm/getReplay', reply)).toEqual([]);
  return ok(reply);
}

describe('a replay', () => {
  it('tells of each meter what a draft would have done, and equals the machine on the very readings', async () => {
    const alarmId = await addRule();
    const answer = await run(operator, { alarmId, limitValue: 100, matterMinutes: 60 });
    const own = replay(
      values,
      {
        limits: [{ side: 'above', limit: 100, deadBand: 0 }],
        times: { onDelayMs: 0, offDelayMs: 0, holdMs: 3 * QUARTER_MS, side: 'above' },
      },
      START + DAYS * DAY_MS,
    );
    expect(own).toHaveLength(4 * DAYS);
    const [first, second] = answer.meters.list;
    expect(first).toMatchObject({ ammeterId: sites.first.ammeterId, values: 960, coverage: 1 });
    expect(first?.draft.episodes).toEqual(
      own.map(({ raisedAt, clearedAt, peak }) => ({ raises: 1, raisedAt, clearedAt, peak: peak.value })),
    );
    expect(second?.draft).toEqual({ raises: 0, chattering: 0, episodes: [] });
    // 105 is above 104 too: the version in force rings as often.
    expect(answer.figures.inForce).toMatchObject({ raises: 40, kept: 10, of: 10 });
    expect(answer.figures.draft).toMatchObject({
      raises: 40,
      raisesPerDay: 4,
      kept: 10,
      of: 10,
      floodMinutes: 0,
    });
    expect(answer).toMatchObject({ version: 1, unit: 'kW', draft: { limit: 100 }, inForce: { limit: 104 } });
  });

  it('proposes what keeps the hours and drops the single quarters', async () => {
    const answer = await run(operator, {
      triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100, triggerInterval: 0, recoverInterval: 0,
      ammeterIds: sites.first.ammeterId, matterMinutes: 60,
    }); // prettier-ignore
    expect(answer).toMatchObject({ alarmId: null, inForce: null, version: null, figures: { inForce: null } });
    // Two quarters: a single one is back before the delay is over.
    expect(answer.trials[0]).toMatchObject({ delay: 1800, raises: 10, kept: 10, of: 10, later: 1800 });
    expect(answer.figures.proposed).toMatchObject({ raises: 10, kept: 10 });
    expect(answer.meters.list[0]?.proposed?.raises).toBe(10);
    expect(answer.trials.map(({ raises }) => raises)).toContain(40);
  });

  it('counts letters by recipient, skips what was cleared within the delay, and knows the night', async () => {
    const alarmId = await addRule();
    const { consumerId } = sites.first;
    const linkage = (linkageName: string, more: object) =>
      add(operator, 'linkageConfig', {
        linkageName,
        consumerId,
        enable: '1',
        eventType: '1',
        eventId: alarmId,
        ...more,
      });
    await linkage(unique('At once '), { linkageType: '2', emails: 'duty@example.com,chief@example.com' });
    await linkage(unique('Patient '), { linkageType: '1', phones: '13800000000', delay: 1800 });
    await linkage(unique('Others '), {
      linkageType: '2',
      emails: 'other@example.com',
      eventId: alarmId + 1000,
    });
    const { letters, figures } = await run(operator, { alarmId });
    expect(
      letters
        .map(({ recipient, letters: n, skipped, night }) => [recipient, n, skipped, night])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    ).toEqual([
      // Quarters 10 and 20 of a day begin at 2:30 and 5:00.
      ['13800000000', 10, 30, 0],
      ['chief@example.com', 40, 0, 20],
      ['duty@example.com', 40, 0, 20],
    ]);
    expect(figures.draft.letters).toBe(90);
    // A group is told of each, too.
    const { siteId } = sites.first;
    const group = await add(operator, 'alertGroup', { groupName: unique('Duty '), consumerId, siteId });
    expect((await run(operator, { alarmId })).figures.draft.letters).toBe(130);
    ok(await operator.post('/api/alarm/alertGroup/del', { id: group }));
    const sent = await sql<{ n: number }>`select count(*)::integer as n from outbox`.execute(
      product.database.db,
    );
    expect(sent.rows[0]?.n).toBe(0);
  });

  it('replays a rule on figures by the days as they are known now, and draws them', async () => {
    const { ammeterId, consumerId } = sites.second;
    const from = startOfDate('Asia/Shanghai', '2026-03-20');
    const builder = new BatchBuilder();
    let register = 0;
    // Days of 96, 192, 192 and 96 kWh; of the fifth a half is known.
    for (let q = 0; q <= 4.5 * 96; q++) {
      builder.row(ammeterId, from + q * QUARTER_MS);
      builder.set(codeIndex('PP'), register);
      register += [1, 2].includes(Math.floor(q / 96)) ? 2 : 1;
    }
    await storeReadings(product.database.db, builder.batch(), { source: 0 });
    while ((await foldDirty(product.database.db)) > 0);
    const alarmId = await add(operator, 'alarm', {
      alarmName: unique('Day '), consumerId, triggerMethod: 'figure', figure: 'dayEnergy', figureSide: 'above', minCoverage: 95,
      limitValue: 200, triggerInterval: 0, recoverInterval: 0, enable: false,
    }); // prettier-ignore
    await add(operator, 'objectAlarm', { alarmId, consumerId, ammeterId });
    const days = { begin: '2026-03-20', end: '2026-03-26' };
    const answer = await run(operator, { alarmId, limitValue: 100, ...days, matterMinutes: 60 });
    expect(answer).toMatchObject({
      unit: 'kWh',
      draft: { method: 'figure', figure: 'dayEnergy', limit: 100 },
    });
    expect(answer.meters.list[0]?.draft.episodes).toEqual([
      { raises: 1, raisedAt: from + 2 * DAY_MS, clearedAt: from + 4 * DAY_MS, peak: 192 },
    ]);
    expect(answer.figures.inForce).toMatchObject({ raises: 0 });
    // Between days there are no delays to be tried.
    expect(new Set(answer.trials.map(({ delay }) => delay))).toEqual(new Set([0]));
    const curve = ok(
      await operator.get<CurvePart[]>('/api/event/alarm/getReplayCurve', { id: answer.taskId, ammeterId }),
    );
    expect(curve.map(({ at, mean }) => [(at - from) / DAY_MS, mean]).slice(0, 5)).toEqual([
      [0, 96], [1, 192], [2, 192], [3, 96], [4, null],
    ]); // prettier-ignore
    // Without a rule nobody knows which figure.
    const bare = { triggerMethod: 'figure', limitValue: 1, ammeterIds: ammeterId, ...days };
    expect(await start(operator, bare)).toMatchObject({ code: 400, field: 'triggerMethod' });
  });

  it('says where it rang most, and draws the curve it judged', async () => {
    const builder = new BatchBuilder();
    // An hour of chatter every ten seconds.
    const from = START + 11 * DAY_MS;
    for (let i = 0; i < 360; i++) {
      builder.row(sites.first.ammeterId, from + i * 10_000);
      builder.set(codeIndex('QZ'), i % 2 ? 90 : 110);
    }
    await storeReadings(product.database.db, builder.batch(), { source: 0 });
    const wish = {
      triggerMethod: 'above', triggerFieldName: 'QZ', limitValue: 100, triggerInterval: 0, recoverInterval: 0,
      ammeterIds: sites.first.ammeterId, begin: '2026-03-12', end: '2026-03-12',
    } as const; // prettier-ignore
    const answer = await run(operator, wish);
    expect(answer.figures.draft).toMatchObject({
      raises: 180,
      chattering: 180,
      worstHour: { at: from, raises: 180 },
    });
    expect(answer.figures.draft.floodMinutes).toBeGreaterThan(50);
    expect(answer.worstHour).toEqual(Array.from({ length: 12 }, () => 15));
    const { taskId, meters } = answer;
    expect(meters.list[0]).toMatchObject({ values: 360 });
    const [lane] = meters.list.map(({ draft }) => draft.episodes);
    expect(lane?.reduce((n, { raises }) => n + raises, 0)).toBe(180);
    const curve = ok(
      await operator.get<CurvePart[]>('/api/event/alarm/getReplayCurve', {
        id: taskId,
        ammeterId: sites.first.ammeterId,
      }),
    );
    expect(curve[0]).toMatchObject({ at: from, low: 90, high: 110 });
    expect(curve.at(-1)).toMatchObject({ low: null });
  });

  it('replays an expression as a draft and as the version of a rule, with delays as proposals', async () => {
    const expression = 'PZ > avg(PZ, 90m) * 1.1 and PZ > 100';
    const wish = {
      triggerMethod: 'expression',
      expression,
      triggerInterval: 0,
      recoverInterval: 0,
      matterMinutes: 60,
    };
    const { ammeterId } = sites.first;
    const draft = await run(operator, { ...wish, ammeterIds: ammeterId });
    // Single quarters stand out of the mean; of an hour the first quarters do until the mean has followed.
    expect(draft.figures.draft).toMatchObject({ raises: 40 });
    expect(draft.draft).toMatchObject({ method: 'expression', expression, code: 'PZ', limit: null });
    expect(new Set(draft.trials.map(({ deadBandPercent }) => deadBandPercent))).toEqual(new Set([0]));
    const alarmId = await addRule({
      triggerMethod: 'expression',
      expression,
      triggerFieldName: null,
      limitValue: null,
    });
    const ruled = await run(operator, { alarmId });
    expect(ruled.figures.draft.raises).toBe(40);
    expect(ruled.figures.inForce).toMatchObject({ raises: 40 });
  });

  it('replays a composition by what its parts asked for in the version, with other delays as a draft', async () => {
    const above = await addRule({ limitValue: 100 }, []);
    const high = await addRule(
      {
        triggerMethod: 'expression',
        expression: 'min(PZ, 30m) > 100',
        triggerFieldName: null,
        limitValue: null,
      },
      [],
    );
    const composition = { kind: 'and', parts: [above, high] };
    const alarmId = await addRule({
      triggerMethod: 'compose',
      composition,
      triggerFieldName: null,
      limitValue: null,
    });
    // A window of two quarters: single ones do not count, of an hour all but the first do.
    const answer = await run(operator, { alarmId, matterMinutes: 10 });
    expect(answer.figures.draft).toMatchObject({ raises: 10, kept: 10 });
    expect(answer).toMatchObject({ version: 1, draft: { method: 'compose', code: 'PZ', limit: null } });
    const [lane] = answer.meters.list.map(({ draft }) => draft.episodes);
    expect(lane?.[0]).toMatchObject({
      raisedAt: START + 41 * QUARTER_MS,
      clearedAt: START + 44 * QUARTER_MS,
    });
    await operator.post('/api/event/alarm/edit', { id: above, limitValue: 200 });
    const changed = await run(operator, { alarmId });
    expect(changed.figures.draft.raises).toBe(0);
    expect((await run(operator, { alarmId, version: 1, triggerInterval: 1800 })).figures.draft.raises).toBe(
      10,
    );
    expect((await run(operator, { alarmId, version: 1, triggerInterval: 3600 })).figures.draft.raises).toBe(
      0,
    );
  });

  it('stops midway and leaves nothing behind, and may be run twice', async () => {
    const alarmId = await addRule();
    const { taskId } = ok(await start(operator, { alarmId }));
    await sql`update task set state = 'stopping' where id = ${taskId}`.execute(product.database.db);
    expect(await runToEnd(product, taskId)).toMatchObject({ state: 'stopped' });
    expect((await operator.get('/api/event/alarm/getReplay', { id: taskId })).code).toBe(404);
    expect((await operator.get('/api/event/alarm/getReplay', { alarmId })).code).toBe(404);
    const again = ok(await start(operator, { alarmId }));
    await runToEnd(product, again.taskId);
    await sql`update task set state = 'queued' where id = ${again.taskId}`.execute(product.database.db);
    expect(await runToEnd(product, again.taskId)).toMatchObject({ state: 'done', result: { raises: 40 } });
    expect(ok(await operator.get<ReplayAnswer>('/api/event/alarm/getReplay', { alarmId })).taskId).toBe(
      again.taskId,
    );
  });

  it.each([
    [{ triggerMethod: 'above', triggerFieldName: 'PZ' }, 'limitValue'],
    [{ triggerFieldName: 'PZ', limitValue: 1 }, 'triggerMethod'],
    [{ triggerMethod: 'above', limitValue: 1 }, 'triggerFieldName'],
    [{ triggerMethod: 'above', triggerFieldName: 'constructor', limitValue: 1 }, 'triggerFieldName'],
    [{ triggerMethod: 'silent' }, 'triggerMethod'],
    [{ triggerMethod: 'expression', expression: 'PZ >' }, 'expression'],
    [{ triggerMethod: 'compose' }, 'triggerMethod'],
    [{ triggerMethod: 'limitSet', triggerFieldName: 'PZ' }, 'triggerMethod'],
    [{ triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 1, ammeterIds: '' }, 'ammeterIds'],
    [
      { triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 1, ammeterIds: '2147483647' },
      'ammeterIds',
    ],
    [{ triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 'NaN' }, 'limitValue'],
    [
      {
        triggerMethod: 'above',
        triggerFieldName: 'PZ',
        limitValue: 1,
        begin: '2026-03-11',
        end: '2026-03-10',
      },
      'begin',
    ],
    [{ triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 1, begin: '2025-01-01' }, 'begin'],
    [
      {
        triggerMethod: 'above',
        triggerFieldName: 'PZ',
        limitValue: 1,
        begin: '2199-01-01',
        end: '2199-01-02',
      },
      'begin',
    ],
  ])('refuses %j by its field', async (wish, field) => {
    const reply = await start(operator, { ammeterIds: sites.first.ammeterId, ...wish });
    expect([reply.code, reply.field]).toEqual([400, field]);
  });
});

describe('who may see what', () => {
  it('an account limited to a site replays its own meters alone, and reads no replay of others', async () => {
    const alarmId = await addRule();
    const all = await run(operator, { alarmId });
    expect(all.meters.pagination.total).toBe(2);
    const { limited, first, second } = sites;
    expect((await limited.get('/api/event/alarm/getReplay', { id: all.taskId })).code).toBe(404);
    const curve = { id: all.taskId, ammeterId: second.ammeterId };
    expect((await limited.get('/api/event/alarm/getReplayCurve', curve)).code).toBe(404);
    const foreign = {
      triggerMethod: 'above',
      triggerFieldName: 'PZ',
      limitValue: 1,
      ammeterIds: first.ammeterId,
    };
    expect((await start(limited, foreign)).code).toBe(400);
    const check = { expression: 'PZ > 100', ammeterId: first.ammeterId };
    expect((await limited.get('/api/event/alarm/checkExpression', check)).code).toBe(404);
    const own = await run(limited, { alarmId });
    expect(own.meters.list.map(({ ammeterId }) => ammeterId)).toEqual([second.ammeterId]);
    expect(own.figures.draft.raises).toBe(0);
  });
});

describe('switching a rule on', () => {
  const DAY = { begin: '2026-03-12', end: '2026-03-12' };
  const noisy = { triggerFieldName: 'QZ', limitValue: 100 };
  it('asks first where its last replay rang more than ten times a day', async () => {
    const alarmId = await addRule(noisy, [sites.first.ammeterId]);
    await run(operator, { alarmId, ...DAY });
    const edit = (fields: object) => operator.post('/api/event/alarm/edit', { id: alarmId, ...fields });
    const asked = await edit({ enable: true });
    expect(asked.code).toBe(409);
    expect(asked.message).toMatch(/180\.0 times a day/);
    // Other settings were not replayed; what is on is not asked again.
    ok(await edit({ enable: true, confirmed: true }));
    ok(await edit({ enable: false }));
    ok(await edit({ enable: true, triggerInterval: 300 }));
    ok(await edit({ enable: false, triggerInterval: 0 }));
    expect((await edit({ enable: true })).code).toBe(409);
    await run(operator, { alarmId, ...DAY, triggerInterval: 300 });
    // The last replay with the settings of the rule is still the noisy one.
    expect((await edit({ enable: true })).code).toBe(409);
    ok(await edit({ enable: true, triggerInterval: 300 }));
  });
});
