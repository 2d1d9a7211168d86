import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { ToConfirm } from '#contract/error.ts';
import type { Envelope } from '#contract/envelope.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import type { Figures } from '#feature/home/overview/contract.ts';
import type { State } from '#feature/meters/dataState/contract.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';

// What would be counted twice, or be lost, is told before it is saved: with the energy of the last known month.

const DAY = '2024-02-01';
const FROM = Date.parse(`${DAY}T00:00:00+08:00`);

let product: Product;
let operator: Client;
let consumerId = 0;
let siteId = 0;
/** A and B of 960 kWh, T of 2,400 of which A is a part by the meter tree; SUM and REST are virtual. */
let id: Record<'A' | 'B' | 'T' | 'SUM' | 'REST' | 'NEST', number>;
let units = 0;

type Reported = Envelope<ToConfirm>;

const post = (path: string, row: Record<string, unknown>) =>
  operator.post<ToConfirm>(`/api/${path}`, { consumerId, ...row });
const unit = async (orgName: string, parentId?: number): Promise<number> =>
  ok(
    await operator.post<{ id: number }>('/api/sys/orgUnit/add', {
      consumerId,
      orgName,
      orgCode: `U${++units}`,
      ...(parentId === undefined ? {} : { parentId }),
    }),
  ).id;
const list = (orgId: number, code: keyof typeof id, more: Record<string, unknown> = {}) =>
  post('archive/orgAmmeter/add', { orgId, dataType: '1', ammeterId: id[code], ...more });
const define = (
  sum: keyof typeof id,
  parts: Partial<Record<keyof typeof id, 1 | -1>>,
  more: Record<string, unknown> = {},
) =>
  post('archive/ammeterSum/editSum', {
    ammeterId: id[sum],
    items: JSON.stringify(
      Object.entries(parts).map(([code, sign]) => ({ ammeterId: id[code as keyof typeof id], sign })),
    ),
    ...more,
  });
const reported = (reply: Reported): string[] => {
  expect(reply.code).toBe(409);
  return reply.data.confirm.map((one) => one.en);
};
const linesOf = async (orgId: number): Promise<number> =>
  ok(await operator.get<readonly unknown[]>('/api/archive/orgAmmeter/searchall', { orgId })).length;
const dayOf = async (params: Record<string, unknown>): Promise<number | null> =>
  ok(await operator.get<Figures>('/api/monitoring/overview/getFigures', { date: DAY, ...params })).day.value;

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  const { db } = product.database;
  let meterIds: number[];
  ({ consumerId, siteId, meterIds } = await buildMeters(db, { name: 'told', meters: 6 }));
  const codes = ['A', 'B', 'T', 'SUM', 'REST', 'NEST'] as const;
  id = Object.fromEntries(codes.map((code, i) => [code, meterIds[i]])) as typeof id;
  for (const code of codes)
    await sql`update ammeter set ammeter_name = ${code}, ammeter_code = ${code},
      device_type = ${['SUM', 'REST', 'NEST'].includes(code) ? '11' : '4'} where id = ${id[code]}`.execute(
      db,
    );
  await sql`update ammeter set parent_id = ${id.T} where id = ${id.A}`.execute(db);
  const kWh = { A: 960, B: 960, T: 2400 };
  await storeIntervals(
    db,
    (['A', 'B', 'T'] as const).flatMap((code) =>
      Array.from({ length: 24 }, (_, hour) => ({
        meterId: id[code],
        start: FROM + hour * HOUR,
        end: FROM + (hour + 1) * HOUR,
        code: 'PP' as const,
        value: String(kWh[code] / 24),
      })),
    ),
  );
  ok(await define('SUM', { A: 1, B: 1 }));
  ok(await define('REST', { T: 1, A: -1 }));
  await foldDirty(db);
});
beforeEach(async () => {
  await sql`delete from org_ammeter`.execute(product.database.db);
  await sql`delete from org_unit where consumer_id = ${consumerId}`.execute(product.database.db);
});
afterAll(() => product.close());

it('a list that holds a sum and its parts says what would be too much, and may be confirmed', async () => {
  const hall = await unit('Hall');
  ok(await list(hall, 'A'));
  ok(await list(hall, 'B'));
  const reply = await list(hall, 'SUM');
  expect(reported(reply)).toEqual([
    'The electricity list of “Hall” counts A, B twice, since they are part of SUM: 1,920.0 kWh too much in 2024-02.',
  ]);
  expect(reply.message).toContain('confirmed=1');
  expect(await linesOf(hall)).toBe(2);
  expect(reply.data.confirm[0]?.zh).toBe(
    '“Hall”的电列表重复计入 A、B，因为 SUM 已包含它们：2024-02 会多出 1,920.0 kWh。',
  );
  ok(await list(hall, 'SUM', { confirmed: 1 }));
  expect(await dayOf({ orgId: hall })).toBe(3840);
  const { notices } = ok(
    await operator.get<State>('/api/monitoring/overview/getState', { orgId: hall, date: DAY }),
  );
  expect(
    notices.filter((one) => one.kind === 'countedTwice').map((one) => [one.name, one.value]),
  ).toEqual([['A', 960], ['B', 960]]); // prettier-ignore
  const twice = ok(
    await operator.get<ToConfirm['confirm']>('/api/archive/orgAmmeter/getTwice', { consumerId }),
  );
  expect(twice).toEqual(reply.data.confirm);
  // What is there already is not told again.
  const extra = ok(await operator.get<readonly { id: number; ammeterId: number }[]>('/api/archive/orgAmmeter/searchall', { orgId: hall })); // prettier-ignore
  ok(await post('archive/orgAmmeter/edit', { id: extra[0]?.id, remark: 'as agreed' }));
});

it('a part below its whole, a rest beside its whole, a sign that takes off twice', async () => {
  const hall = await unit('Hall');
  ok(await list(hall, 'T'));
  expect(reported(await list(hall, 'A'))).toEqual([
    'The electricity list of “Hall” counts A twice, since it is part of T: 960.0 kWh too much in 2024-02.',
  ]);
  // The rest is all of the whole but A.
  expect(reported(await list(hall, 'REST'))).toEqual([
    'The electricity list of “Hall” counts T twice, since it is part of REST: 1,440.0 kWh too much in 2024-02.',
  ]);
  const other = await unit('Other');
  ok(await list(other, 'REST', { confirmed: 1 }));
  expect(reported(await list(other, 'A', { sign: '-1' }))).toEqual([
    'The electricity list of “Other” takes off A twice: 960.0 kWh too little in 2024-02.',
  ]);
  const rows = ok(await operator.get<readonly { id: number }[]>('/api/archive/orgAmmeter/searchall', { orgId: hall })); // prettier-ignore
  ok(await list(hall, 'A', { sign: '-1' }));
  const minus =
    ok(await operator.get<readonly { id: number }[]>('/api/archive/orgAmmeter/searchall', { orgId: hall })) // prettier-ignore
      .find((row) => !rows.some((one) => one.id === row.id));
  const flip = { id: minus?.id, fieldName: 'sign', fieldValue: '1' };
  reported(await post('archive/orgAmmeter/editfield', flip));
  ok(await post('archive/orgAmmeter/editfield', { ...flip, confirmed: 1 }));
});

it('nested sums say what they count twice before they are defined', async () => {
  expect(reported(await define('NEST', { SUM: 1, A: 1 }))).toEqual([
    'The definition of “NEST” counts A twice, since it is part of SUM: 960.0 kWh too much in 2024-02.',
  ]);
  ok(await define('NEST', { SUM: 1, A: -1 }));
  // A list that was right is told of, too.
  const hall = await unit('Hall');
  ok(await list(hall, 'NEST'));
  ok(await list(hall, 'A'));
  expect(reported(await define('NEST', { SUM: 1 }))).toEqual([
    'The electricity list of “Hall” counts A twice, since it is part of NEST: 960.0 kWh too much in 2024-02.',
  ]);
  ok(await define('NEST', { SUM: 1 }, { confirmed: 1 }));
  ok(await define('NEST', {}));
});

it('two units beside each other that count the same, a sum of a part that stands elsewhere', async () => {
  const works = await unit('Works');
  const [one, two] = [await unit('One', works), await unit('Two', works)];
  ok(await list(one, 'SUM'));
  expect(reported(await list(two, 'B'))).toEqual([
    '“One” counts B too (960.0 kWh in 2024-02): both together are more than flowed. What is above them counts it once.',
  ]);
  ok(await list(two, 'B', { confirmed: 1 }));
  expect(await dayOf({ orgId: works })).toBe(1920);
});

it('a moved unit tells which node above keeps, leaves out or loses its meters', async () => {
  const [north, south, plain] = [await unit('North'), await unit('South'), await unit('Plain')];
  const hall = await unit('Hall', north);
  ok(await list(hall, 'A'));
  ok(await list(north, 'A'));
  ok(await list(south, 'B'));
  const move = (parentId: number | null, more: Record<string, unknown> = {}) =>
    operator.post<ToConfirm>('/api/sys/orgUnit/edit', { id: hall, parentId: parentId ?? '', ...more });
  expect(reported(await move(south))).toEqual([
    '“North” has a list of its own that still counts A after “Hall” has left (960.0 kWh in 2024-02).',
    '“South” has a list of its own without A: this part of “Hall” will not count there (960.0 kWh in 2024-02).',
  ]);
  ok(await move(plain, { confirmed: 1 }));
  expect(await dayOf({ orgId: plain })).toBe(960);
  // The tree of units asks the same.
  const drag = { id: hall, parentId: 0, ix: 0 };
  expect(reported(await operator.post<ToConfirm>('/api/sys/orgUnit/editIx', drag))).toHaveLength(1);
  ok(await operator.post('/api/sys/orgUnit/editIx', { ...drag, confirmed: 1 }));
  ok(await operator.post('/api/sys/orgUnit/editIx', { ...drag, parentId: plain }));
  expect(reported(await move(null))).toEqual(['“Plain” loses A of “Hall” (960.0 kWh in 2024-02).']);
  ok(await move(null, { confirmed: 1 }));
  expect(await dayOf({ orgId: plain })).toBeNull();
  // A unit without meters, and a move within the same parents, say nothing.
  const empty = await unit('Empty', plain);
  ok(await operator.post('/api/sys/orgUnit/edit', { id: empty, parentId: south }));
});

it('a list above that leaves out what is listed below is told of', async () => {
  const works = await unit('Works');
  const hall = await unit('Hall', works);
  ok(await list(works, 'B'));
  expect(reported(await list(hall, 'T'))).toEqual([
    '“Works” has a list of its own without T: this part of “Hall” will not count there (2,400.0 kWh in 2024-02).',
  ]);
  ok(await list(works, 'T'));
  ok(await list(hall, 'A'));
});

it('a meter that comes below another of its list', async () => {
  const hall = await unit('Hall');
  ok(await list(hall, 'T'));
  ok(await list(hall, 'B'));
  expect(reported(await post('archive/ammeter/edit', { id: id.B, parentId: id.T }))).toEqual([
    'The electricity list of “Hall” counts B twice, since it is part of T: 960.0 kWh too much in 2024-02.',
  ]);
  ok(await post('archive/ammeter/edit', { id: id.B, remark: 'in the yard' }));
});

it('an energy-using unit whose meters are one flow', async () => {
  const row = { unitName: 'Melting', unitCode: 'M-1', ammeterIdList: `${id.A},${id.SUM}` };
  expect(reported(await post('archive/consumerUnit/add', row))).toEqual([
    'The list of meters of “Melting” counts A twice, since it is part of SUM: 960.0 kWh too much in 2024-02.',
  ]);
  ok(await post('archive/consumerUnit/add', { ...row, ammeterIdList: `${id.A},${id.B}` }));
});

it('a row of a file that would count twice is refused with the same sentence', async () => {
  const hall = await unit('Hall');
  const content = Buffer.from(
    ['组织,能源类型,表计,符号', 'Hall,电,A,加', 'Hall,电,SUM,加', 'Hall,电,B,加'].join('\n'),
  );
  const done = ok(
    await operator.upload<{ counts: object; rows: { faults: { reason: string }[] }[] }>(
      '/api/archive/orgAmmeter/importFile',
      { orgId: consumerId, dryRun: 0 },
      { name: 'lists.csv', content },
    ),
  );
  expect(done.counts).toMatchObject({ new: 2, faulty: 1 });
  expect(done.rows.flatMap((row) => row.faults.map((one) => one.reason))).toEqual([
    expect.stringMatching(/^The electricity list of “Hall” counts A twice.*by hand\.$/),
  ]);
  expect(await linesOf(hall)).toBe(2);
});

it('a sum that becomes a meter has no figures of a sum any more, and is one again', async () => {
  const { db } = product.database;
  ok(await post('archive/ammeter/edit', { id: id.SUM, deviceType: '4' }));
  await foldDirty(db);
  expect(await dayOf({ dataAmmeterId: id.SUM })).toBeNull();
  expect(await dayOf({ orgId: siteId })).toBe(3360);
  ok(await post('archive/ammeter/edit', { id: id.SUM, deviceType: '11' }));
  await foldDirty(db);
  expect(await dayOf({ dataAmmeterId: id.SUM })).toBe(1920);
  expect(await dayOf({ orgId: siteId })).toBe(3360);
});
