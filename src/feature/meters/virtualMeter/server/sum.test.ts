import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { foldDirty, provenanceOf, rebuild, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { usageText } from '#test/build/meter.ts';
import { ok, startProduct, type Product } from '#test/product.ts';
import { runToEnd } from '#test/runTasks.ts';
import { RUNS_MS, runs } from '#test/runs.ts';

vi.setConfig({ testTimeout: RUNS_MS });

const T0 = Date.UTC(2025, 0, 31, 14);
const at = '/api/archive/ammeterSum';
let product: Product;
let mine: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildEnterprise(product);
});
afterAll(() => product.close());

const newMeter = (fields: Record<string, unknown> = {}): Promise<number> =>
  add(mine.client, 'ammeter', {
    ammeterName: 'Meter', ammeterCode: unique(), consumerId: mine.consumerId, siteId: mine.siteId, ...fields,
  }); // prettier-ignore
const newSum = (name: string, fields: Record<string, unknown> = {}): Promise<number> =>
  newMeter({ ammeterName: name, deviceType: '11', ...fields });
const define = (ammeterId: number, parts: Record<number, 1 | -1>) =>
  mine.client.post<unknown>(`${at}/editSum`, {
    ammeterId,
    items: JSON.stringify(Object.entries(parts).map(([id, sign]) => ({ ammeterId: Number(id), sign }))),
  });
async function send(
  meter: number,
  values: readonly (readonly [number, number])[],
  code = 'PP',
): Promise<void> {
  const builder = new BatchBuilder();
  for (const [k, value] of values) {
    builder.row(meter, T0 + k * Q);
    builder.set(codeIndex(code), value);
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
}
const figures = (meter: number): Promise<string[]> => usageText(product.database.db, meter);
interface Figure {
  readonly level: number;
  readonly ts: Date;
  readonly pp: string | null;
  readonly flags: number;
  readonly md: string | null;
  readonly covered: number;
}
async function usage(meter: number): Promise<Figure[]> {
  const { rows } = await sql<Figure>`select level, ts, pp, flags, md, covered_s as covered from usage
    where meter_id = ${meter} order by level, ts`.execute(product.database.db);
  return rows;
}
/** Step by step and made anew are the same to the last bit, for every one of the meters. */
async function expectWhole(meters: readonly number[]): Promise<void> {
  await foldDirty(product.database.db);
  for (const meter of meters) {
    const stepwise = await figures(meter);
    await rebuild(product.database.db, meter);
    await foldDirty(product.database.db);
    expect(await figures(meter)).toEqual(stepwise);
  }
}

it('a signed sum of nested virtual meters at every level; a late reading reaches all of them', async () => {
  const [a, b, c] = [await newMeter(), await newMeter(), await newMeter()];
  const [sum, total] = [await newSum('Hall'), await newSum('Works')];
  for (const [meter, step] of [[a, 5], [b, 2], [c, 1]] as const)
    await send(meter, Array.from({ length: 20 }, (_, k) => [k, k * step])); // prettier-ignore
  ok(await define(sum, { [a]: 1, [b]: -1 }));
  ok(await define(total, { [sum]: 1, [c]: 1 }));
  await foldDirty(product.database.db);
  const rows = await usage(total);
  expect(rows.filter((row) => row.level === 1).map((row) => row.pp)).toEqual(
    Array.from({ length: 19 }, () => '4000000'),
  );
  expect(rows.filter((row) => row.level === 5)).toMatchObject([
    { pp: '76000000', md: '16000000', flags: FLAG.measured },
  ]);
  await send(a, [[20, 200]]);
  await expectWhole([total, sum]);
  expect((await usage(total)).filter((row) => row.level === 5)[0]?.pp).toBe('181000000');
  const origin = await provenanceOf(product.database.db, total, 3, T0 + Q);
  expect(origin.children.map((child) => [child.meterId, child.sign])).toEqual(
    expect.arrayContaining([[sum, 1], [c, 1]]), // prettier-ignore
  );
  expect(origin.formula.en).toMatch(/^Sum = \S+ \+ \S+$/);
});

it('a missing child makes its buckets partial, at every level, and its return repairs them', async () => {
  const [a, b] = [await newMeter(), await newMeter()];
  const sum = await newSum('Partial');
  await send(
    a,
    Array.from({ length: 9 }, (_, k) => [k, k]),
  );
  await send(
    b,
    Array.from({ length: 5 }, (_, k) => [k, k]),
  );
  ok(await define(sum, { [a]: 1, [b]: 1 }));
  await foldDirty(product.database.db);
  let rows = await usage(sum);
  expect(
    rows.filter((row) => row.level === 1).map((row) => [row.pp, (row.flags & FLAG.partial) > 0]),
  ).toEqual([
    ...Array.from({ length: 4 }, () => ['2000000', false]),
    ...Array.from({ length: 4 }, () => ['1000000', true]),
  ]);
  for (const level of [3, 4, 5])
    expect(rows.find((row) => row.level === level)?.flags).toBe(FLAG.measured | FLAG.partial);
  expect((await provenanceOf(product.database.db, sum, 1, T0 + 6 * Q)).formula.en).toContain('missing');
  await send(
    b,
    Array.from({ length: 4 }, (_, k) => [k + 5, k + 5]),
  );
  await expectWhole([sum]);
  rows = await usage(sum);
  expect(rows.every((row) => (row.flags & FLAG.partial) === 0)).toBe(true);
  ok(await define(sum, {}));
  await foldDirty(product.database.db);
  expect(await usage(sum)).toEqual([]);
});

it('loops, doubles, other units, other enterprises and meters by themselves are refused with a sentence', async () => {
  const [a, one, two] = [await newMeter(), await newSum('One'), await newSum('Two')];
  ok(await define(one, { [two]: 1 }));
  expect(await define(two, { [a]: 1, [one]: 1 })).toMatchObject({
    code: 400,
    field: 'items',
    message: 'Parts: a loop would arise, Two → One → Two',
  });
  expect(await define(two, { [two]: 1 })).toMatchObject({
    code: 400,
    message: 'Parts: a loop would arise, Two → Two',
  });
  // An adder that is not defined is what hangs below it, here the very meter.
  const above = await newSum('Above');
  const between = await newMeter({ parentId: above, deviceType: '6', dataType: '2' });
  const below = await newSum('Below', { parentId: between });
  expect(await define(below, { [a]: 1, [above]: -1 })).toMatchObject({
    code: 400,
    field: 'items',
    message: expect.stringMatching(/^Parts: a loop would arise, Below → Above → .+ → Below$/),
  });
  ok(await define(above, { [a]: 1 }));
  ok(await define(below, { [a]: 1, [above]: -1 }));
  expect(await define(a, { [two]: 1 })).toMatchObject({ code: 400, field: 'ammeterId' });
  expect(await define(one, { [await newMeter({ deviceType: '6', dataType: '2' })]: 1 })).toMatchObject({
    code: 400,
    field: 'items',
  });
  const other = await buildEnterprise(product);
  expect(await define(one, { [other.ammeterId]: 1 })).toMatchObject({ code: 400, field: 'items' });
  expect(await other.client.get(`${at}/getSum`, { ammeterId: one })).toMatchObject({ code: 404 });
  expect(
    await mine.client.post('/api/archive/ledger/add', {
      ammeterId: one,
      from: '2025-01-01T00:00:00Z',
      ct: 2,
    }),
  ).toMatchObject({ code: 400, field: 'ammeterId' });
  expect(await mine.client.post('/api/archive/ammeter/del', { id: two })).toMatchObject({ code: 409 });
});

it('random readings, gaps, events and definitions in random order: sums are conserved, step by step = made anew', async () => {
  const reals = [await newMeter(), await newMeter(), await newMeter()];
  const sums = [await newSum('S0'), await newSum('S1')];
  const slot = fc.integer({ min: 0, max: 60 });
  const meterIndex = fc.integer({ min: 0, max: 2 });
  const sign = fc.constantFrom(1 as const, -1 as const);
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('send' as const),
        meter: meterIndex,
        slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 12 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('event' as const),
        meter: meterIndex,
        slot,
        ct: fc.integer({ min: 1, max: 9 }),
        same: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('define' as const), signs: fc.tuple(sign, sign, sign, sign) }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      for (const table of [
        'reading',
        'usage',
        'dirty',
        'meter_fold',
        'ledger_segment',
        'ammeter_sum',
        'correction',
      ])
        await sql`delete from ${sql.table(table)}`.execute(product.database.db);
      let signs: readonly (1 | -1)[] = [1, 1, 1, 1];
      const defineAll = async (): Promise<void> => {
        ok(await define(sums[0] ?? 0, { [reals[0] ?? 0]: signs[0] ?? 1, [reals[1] ?? 0]: signs[1] ?? 1 }));
        ok(await define(sums[1] ?? 0, { [sums[0] ?? 0]: signs[2] ?? 1, [reals[2] ?? 0]: signs[3] ?? 1 }));
      };
      await defineAll();
      for (const one of steps) {
        if (one.kind === 'send')
          await send(reals[one.meter] ?? 0, one.slots.map((k) => [k, 100 + k * 3])); // prettier-ignore
        else if (one.kind === 'event') {
          await mine.client.post('/api/archive/ledger/add', {
            ammeterId: reals[one.meter], from: T0 + one.slot * Q + 60_000, ct: one.ct, sameDevice: one.same ? 1 : 0,
          }); // prettier-ignore
        } else {
          signs = one.signs;
          await defineAll();
        }
        await foldDirty(product.database.db);
      }
      const main = async (meter: number): Promise<Map<string, bigint>> =>
        new Map(
          (await usage(meter)).flatMap((row) =>
            row.pp === null ? [] : [[`${row.level} ${row.ts.getTime()}`, BigInt(row.pp)]],
          ),
        );
      const [a, b, c, s, t] = await Promise.all([...reals, ...sums].map(main));
      const check = (
        sum: Map<string, bigint> | undefined,
        parts: readonly [Map<string, bigint> | undefined, number | undefined][],
      ): void => {
        const expected = new Map<string, bigint>();
        for (const [part, by] of parts)
          for (const [key, energy] of part ?? [])
            expected.set(key, (expected.get(key) ?? 0n) + energy * BigInt(by ?? 1));
        expect(sum).toEqual(expected);
      };
      check(s, [[a, signs[0]], [b, signs[1]]]); // prettier-ignore
      check(t, [[s, signs[2]], [c, signs[3]]]); // prettier-ignore
      await expectWhole([...sums, ...reals]);
    }),
    runs(12),
  );
});

it('a meter does not move below a total adder that it is made of, and none becomes one', async () => {
  const a = await newMeter();
  const [above, below] = [await newSum('Over'), await newSum('Under')];
  const inside = await newSum('Inside', { parentId: above });
  ok(await define(below, { [above]: 1 }));
  const edit = (id: number, fields: Record<string, unknown>) =>
    mine.client.post<unknown>('/api/archive/ammeter/edit', { id, ...fields });
  const refused = {
    code: 400,
    field: 'parentId',
    message: 'Parts: a loop would arise, Under → Over → Under',
  };
  expect(await edit(below, { parentId: above })).toMatchObject(refused);
  // Through what hangs below it, at any depth.
  expect(await edit(below, { parentId: inside })).toMatchObject({
    code: 400,
    message: 'Parts: a loop would arise, Under → Over → Inside → Under',
  });
  // A definition ends what hangs below it; without it the loop would be there again.
  ok(await define(above, { [a]: 1 }));
  ok(await edit(below, { parentId: above }));
  expect(await define(above, {})).toMatchObject({ code: 400, field: 'items' });
  // A meter that measures is no sum of what hangs below it, until it becomes an adder.
  const main = await newMeter({ ammeterName: 'Main' });
  const part = await newSum('Part', { parentId: main });
  ok(await define(part, { [main]: 1, [a]: -1 }));
  expect(await edit(main, { deviceType: '11' })).toMatchObject({ code: 400, field: 'deviceType' });
  ok(await edit(below, { parentId: null }));
  ok(await define(above, {}));
});

it('meters of sites in other zones, and a site that moves', async () => {
  const operator = await product.operator();
  const siteId = await add(operator, 'monitorSite', {
    orgName: 'West', orgCode: unique(), consumerId: mine.consumerId, timeZone: 'Asia/Kolkata',
  }); // prettier-ignore
  const [a, b] = [await newMeter(), await newMeter({ siteId })];
  const sum = await newSum('Zones');
  for (const meter of [a, b])
    await send(
      meter,
      Array.from({ length: 200 }, (_, k) => [k, k]),
    );
  ok(await define(sum, { [a]: 1, [b]: 1 }));
  await expectWhole([sum]);
  expect((await usage(sum)).filter((row) => row.level === 5)[0]?.pp).toBe('398000000');
  ok(await operator.post('/api/archive/monitorSite/edit', { id: siteId, timeZone: 'Asia/Shanghai' }));
  const { rows } = await sql<{ id: number }>`select max(id) as id from task`.execute(product.database.db);
  expect((await runToEnd(product, rows[0]?.id ?? 0)).state).toBe('done');
  await expectWhole([sum, b]);
});
