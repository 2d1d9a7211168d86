import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replay } from '#domain/alarm/replay.ts';
import { ruleOn, type RuleSettings } from '#domain/alarm/settings.ts';
import type { AlarmReason } from '#feature/watch/alarm/contract.ts';
import { judgedValues } from '#feature/watch/replay/server/values.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { lookAtMixed, namedObjects } from './public.ts';

const MINUTE = 60_000;
const SECOND = 1000;
/** A little ahead of the real clock: compositions begin when they are put to a meter. */
const T = Math.ceil(Date.now() / MINUTE + 1) * MINUTE;
let product: Product;
let operator: Client;
let sites: TwoSites;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  sites = await buildTwoSites(product);
  ({ consumerId } = sites.first);
});
afterAll(() => product.close());
const { look: lookAtReadings, newMeter, store, recordsOf } = judgeScene(() => ({ product, consumerId }));

/** Looks at readings and then at compositions, as the watch does. @param now ms */
async function look(now: number): Promise<void> {
  await lookAtReadings(now);
  const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
  for (let rounds = 0; rounds < 10; rounds++)
    if ((await lookAtMixed(product.database.db, { ways, now })).ids.length === 0) return;
  throw new Error('the look does not come to its end');
}

let n = 0;
const tryRule = (rest: object) =>
  operator.post<{ id: number }>('/api/event/alarm/add', {
    alarmName: `Rule ${++n}`, consumerId, alarmLevel: '1', triggerInterval: 0, recoverInterval: 0, ...rest,
  }); // prettier-ignore
const newRule = async (rest: object): Promise<number> => ok(await tryRule(rest)).id;
const overload = (rest: object = {}) =>
  newRule({ triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100, enable: false, ...rest });
const put = async (alarmId: number, ammeterId: number): Promise<void> => {
  ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }));
};

/** Both meters above 100 kW at once; the alarm stands at the first of them. */
async function scene(rest: object = {}) {
  const [own, other] = [await newMeter(), await newMeter()];
  const rule = await overload(rest);
  const composition = { kind: 'and', parts: [rule, { rule, meter: other }] };
  const alarmId = await newRule({ triggerMethod: 'compose', composition });
  await withOrders(alarmId);
  await put(alarmId, own);
  await look(T);
  return { own, other, rule, alarmId };
}
const shown = async (meterId: number, from: number) =>
  (await recordsOf(meterId)).map(({ raised, cleared, revision }) => [
    (raised - from) / MINUTE,
    cleared === null ? null : (cleared - from) / MINUTE,
    revision,
  ]);
/** The newest record of a meter, how often people were told, and what the first linkage of it says. */
const recordOf = async (meterId: number) => {
  const { rows } = await sql<{ id: number; letter: string | null; told: number }>`
    select r.id, r._told as told, (select min(l._content -> 'text' ->> 'en') from linkage_record l where l.alarm_record_id = r.id) as letter
    from alarm_record r where r.ammeter_id = ${meterId} order by r.id desc limit 1`.execute(
    product.database.db,
  );
  return rows[0] ?? { id: 0, letter: null, told: 0 };
};
/** A work order for each alarm of a rule. */
const withOrders = async (eventId: number): Promise<void> => {
  ok(
    await operator.post('/api/alarm/linkageConfig/add', {
      linkageName: `Orders ${eventId}`, consumerId, eventType: '1', eventId, linkageType: '5', delay: 0, enable: '1',
    }),
  ); // prettier-ignore
};

describe('a composition over several meters', () => {
  it('rings where all hold together, ends with the first that does not, is revised by what comes late, and replayed alike', async () => {
    const { own, other, alarmId } = await scene({ alarmName: 'High load' });
    const t = T + MINUTE;
    await store(own, [[t, { PZ: 120 }]]);
    await look(t + SECOND);
    // Of the other nothing is known.
    expect(await shown(own, t)).toEqual([]);
    await store(other, [[t, { PZ: 130 }]]);
    await look(t + 2 * SECOND);
    expect(await shown(own, t)).toEqual([[0, null, null]]);
    const { told, letter } = await recordOf(own);
    expect([told, letter]).toEqual([1, expect.stringContaining('High load (2 meters) (PZ 120 kW)')]);
    await store(own, [[t + MINUTE, { PZ: 125 }]]);
    await store(other, [[t + MINUTE, { PZ: 90 }]]);
    await look(t + MINUTE + SECOND);
    expect(await shown(own, t)).toEqual([[0, 1, null]]);
    // Records stand at the meter that it is put to.
    expect(await recordsOf(other)).toEqual([]);
    const { rows } = await sql<{ settings: RuleSettings }>`
      select settings from alarm_version where alarm_id = ${alarmId} order by version desc limit 1`.execute(product.database.db); // prettier-ignore
    const settings = rows[0]?.settings as RuleSettings;
    const others = await namedObjects(product.database.db, [settings]);
    const rule = ruleOn(settings, { ammeterId: own, siteId: null, stepMs: MINUTE, others });
    const to = t + 5 * MINUTE;
    const values = await judgedValues(product.database.db, own, rule, t - MINUTE, to, to);
    expect(replay(values, rule, to).map((one) => [one.raisedAt, one.clearedAt])).toEqual([[t, t + MINUTE]]);
    // The other had been read wrong.
    await store(other, [[t, { PZ: 80 }]]);
    await look(t + 2 * MINUTE);
    expect(await shown(own, t)).toEqual([[0, 1, 'withdrawn']]);
  });

  it('waits for what is on its way: a value that was high until then raises nothing', async () => {
    const { own, other } = await scene();
    const t = T + MINUTE;
    await store(own, [[t, { PZ: 90 }]]);
    await look(t);
    await store(other, [[t, { PZ: 130 }]]);
    await look(t + 20 * SECOND);
    await store(own, [[t + MINUTE, { PZ: 120 }]]);
    await look(t + MINUTE);
    // Twenty seconds later, as before, the other tells its own of that minute.
    await store(other, [[t + MINUTE, { PZ: 90 }]]);
    await look(t + MINUTE + 20 * SECOND);
    expect(await recordsOf(own)).toEqual([]);
    await store(other, [[t + 2 * MINUTE, { PZ: 130 }]]);
    await look(t + 2 * MINUTE + 20 * SECOND);
    await store(own, [[t + 2 * MINUTE, { PZ: 120 }]]);
    await look(t + 2 * MINUTE + 30 * SECOND);
    expect(await shown(own, t)).toEqual([[2, null, null]]);
  });

  it('goes on where one of them falls silent: it is judged by what is known, after its time', async () => {
    const [own, other] = [await newMeter(), await newMeter()];
    const rule = await overload();
    const composition = { kind: 'or', parts: [rule, { rule, meter: other }] };
    await put(await newRule({ triggerMethod: 'compose', composition }), own);
    await look(T);
    const t = T + MINUTE;
    await store(own, [[t, { PZ: 90 }]]);
    await store(other, [[t, { PZ: 90 }]]);
    await look(t);
    await store(own, [[t + 10 * MINUTE, { PZ: 120 }]]);
    await look(t + 10 * MINUTE);
    expect(await shown(own, t)).toEqual([[10, null, null]]);
  });

  it('counts n of m over meters, with another interval of one of them from then on', async () => {
    const [own, second, third] = [await newMeter(), await newMeter(), await newMeter()];
    const rule = await overload();
    const parts = [own, second, third].map((meter) => ({ rule, meter }));
    const alarmId = await newRule({
      triggerMethod: 'compose',
      composition: { kind: 'atLeast', need: 2, parts },
    });
    await put(alarmId, own);
    await look(T);
    const t = T + MINUTE;
    await store(third, [[t, { PZ: 120 }]]);
    await look(t + SECOND);
    await store(own, [[t + 6 * MINUTE, { PZ: 120 }]]);
    await look(t + 6 * MINUTE + SECOND);
    // What the third told is too old.
    expect(await recordsOf(own)).toEqual([]);
    await sql`update ammeter set interval_seconds = 600 where id = ${third}`.execute(product.database.db);
    await store(own, [[t + 7 * MINUTE, { PZ: 120 }]]);
    await look(t + 7 * MINUTE + SECOND);
    expect(await shown(own, t)).toEqual([[7, null, null]]);
    await store(second, [[t + 8 * MINUTE, { PZ: 20 }]]);
    await store(own, [[t + 8 * MINUTE, { PZ: 20 }]]);
    await look(t + 8 * MINUTE + SECOND);
    expect(await shown(own, t)).toEqual([[7, 8, null]]);
  });

  it('is refused over meters that cannot be judged or are not there; a meter that it names does not go', async () => {
    const [own, other] = [await newMeter(), await newMeter()];
    const rule = await overload();
    const figure = await newRule({ triggerMethod: 'figure', figure: 'dayEnergy', figureSide: 'above', minCoverage: 95, limitValue: 5 }); // prettier-ignore
    const foreign = (await buildMeters(product.database.db, { name: 'not theirs' })).meterIds[0] ?? 0;
    const of = (parts: readonly unknown[]) => tryRule({ triggerMethod: 'compose', composition: { kind: 'or', parts } }); // prettier-ignore
    for (const [parts, sentence] of [
      [[{ rule, meter: foreign }], `the enterprise has no meter ${foreign}`],
      [[{ rule: figure, meter: other }], 'judges a figure of an hour or a day'],
      [
        [
          { rule, meter: other },
          { rule, meter: other },
        ],
        'cannot stand twice in one group for the same meter',
      ],
      [[{ rule, meter: 0 }], ''],
      [[{ rule, meter: other, more: 1 }], ''],
    ] as const) {
      const refused = await of(parts);
      expect([refused.code, refused.field], JSON.stringify(parts)).toEqual([400, 'composition']);
      expect(refused.message).toContain(sentence);
    }
    const alarmId = ok(await of([rule, { rule, meter: other }])).id;
    expect((await operator.post('/api/archive/ammeter/del', { ids: String(other) })).code).toBe(409);
    ok(await operator.post('/api/event/alarm/edit', { id: alarmId, composition: { kind: 'or', parts: [{ rule, meter: own }] } })); // prettier-ignore
    ok(await operator.post('/api/archive/ammeter/del', { ids: String(other) }));
  });

  it('tells who sees one site nothing of the meter at the other: not by the record, not by its reason, not by a rule', async () => {
    const [own, other] = [sites.second.ammeterId, sites.first.ammeterId];
    const rule = await overload({ alarmName: 'Both loads' });
    const composition = { kind: 'and', parts: [rule, { rule, meter: other }] };
    const alarmId = await newRule({ triggerMethod: 'compose', composition });
    await withOrders(alarmId);
    await put(alarmId, own);
    await look(T);
    const t = T + MINUTE;
    await store(own, [[t, { PZ: 120 }]]);
    await store(other, [[t, { PZ: 987 }]]);
    await look(t + SECOND);
    const { id: alarmRecordId, letter } = await recordOf(own);
    const { rows } = await sql<{ name: string }>`select coalesce(ammeter_name_en, ammeter_name) as name from ammeter where id = ${other}`.execute(product.database.db); // prettier-ignore
    const name = rows[0]?.name ?? '';
    expect(letter).toContain('Both loads (2 meters)');
    expect(letter).not.toContain('987');
    expect(letter).not.toContain(name);
    const ask = (client: Client) => client.get<AlarmReason>('/api/alarm/record/getReason', { alarmRecordId });
    const all = ok(await ask(operator));
    expect(all.values.map(({ ammeterName, value }) => [ammeterName, value])).toEqual([[null, 120], [name, 987]]); // prettier-ignore
    for (const client of [sites.limited, sites.limitedItself]) {
      const told = ok(await ask(client));
      expect(told.values.map(({ ammeterName, value }) => [ammeterName, value])).toEqual([[null, 120], [null, null]]); // prettier-ignore
      expect(told.parts.map(({ ammeterName, truth }) => [ammeterName, truth])).toEqual([[null, true], [null, null]]); // prettier-ignore
      expect(JSON.stringify(told)).not.toContain(name);
      const refused = await client.post('/api/event/alarm/add', { alarmName: `Peep ${++n}`, consumerId, alarmLevel: '1', triggerMethod: 'compose', composition }); // prettier-ignore
      expect(refused.code).not.toBe(200);
    }
  });
});
