import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlanState, ZERO_POINTS } from '#contract/plan.ts';
import { addDays } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { add, buildEnterprise, type Enterprise, keepPassword, PASSWORD, unique } from '#test/build.ts';
import { addStation } from '#test/build/storage.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { RequestDetail } from '#feature/settings/workflow/contract.ts';
import type { ImportedPlan, IssueResult, PlanCurveRow, PlanDay } from '../contract.ts';

let product: Product;
let operator: Client;
let own: Enterprise;
let other: Enterprise;
let stationId = 0;
const today = dateAt(HOME_ZONE, Date.now());
const day = (n: number): string => addDays(today, n);

beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  own = await buildEnterprise(product);
  other = await buildEnterprise(product);
  const { consumerId, siteId, ammeterId, gatewayId } = own;
  stationId = await addStation(product.database.db, {
    consumerId,
    siteId,
    stationMeterId: ammeterId,
    gatewayId,
    deviceName: 'EMS-1',
  });
}, 60_000);
afterAll(() => product.close());

function curve(...runs: readonly (readonly [number, number, number])[]): number[] {
  const points = [...ZERO_POINTS];
  for (const [from, to, kw] of runs) points.fill(kw, from, to);
  return points;
}
const GOOD = curve([8, 16, -80], [40, 48, 70]);

interface Saved {
  readonly id: number;
  readonly edition: number;
  readonly version: number;
}
const save = (planDate: string, points: unknown = GOOD, more: object = {}, client = own.client) =>
  client.post<Saved>('/api/sdata/planCurve/save', { stationId, planDate, points, socStart: 10, ...more });
const getDay = async (planDate: string): Promise<PlanDay> =>
  ok(await own.client.get<PlanDay>('/api/sdata/planCurve/getDay', { stationId, planDate }));
const planOf = async (planDate: string): Promise<PlanCurveRow | undefined> =>
  (await getDay(planDate)).versions[0];
const submit = (id: number, client = own.client) =>
  client.post<{ requestId: number }>('/api/sdata/planCurve/submit', { id });
const REQUEST = '/api/sys/workflowRequest';

/** A plan of a day that the operator has agreed to. */
async function approved(planDate: string, points = GOOD): Promise<number> {
  const { id } = ok(await save(planDate, points));
  const { requestId } = ok(await submit(id));
  ok(await operator.post(`${REQUEST}/agree`, { id: requestId }));
  return id;
}

describe('a draft', () => {
  it('is refused with the field named where it is no curve', async () => {
    for (const points of [
      GOOD.slice(1),
      [...GOOD.slice(1), 'x'],
      curve([4, 5, 0.25]),
      curve([4, 5, 1e9]),
      'nothing',
      null,
    ])
      expect(await save(day(1), points)).toMatchObject({
        code: 400,
        field: expect.stringContaining('points'),
      });
    expect(await save(day(-1))).toMatchObject({ code: 400, field: 'planDate' });
    expect(await save(day(900))).toMatchObject({ code: 400, field: 'planDate' });
    expect(await save(day(1), GOOD, { socStart: 101 })).toMatchObject({ code: 400, field: 'socStart' });
    expect((await getDay(day(1))).versions).toEqual([]);
  });

  it('that two people edit is saved by the first alone', async () => {
    const first = ok(await save(day(2)));
    const seen = { id: first.id, edition: first.edition };
    ok(await save(day(2), curve([0, 4, -10]), seen, operator));
    expect(await save(day(2), curve([0, 4, -20]), seen)).toMatchObject({ code: 409 });
    expect((await planOf(day(2)))?.points[0]).toBe(-10);
  });

  it('keeps slots of today that have begun', async () => {
    const { begun } = await getDay(today);
    // In the first quarter of a day nothing but its first slot has begun.
    const reply = await save(today, curve([0, 1, -10]));
    expect(reply).toMatchObject({ code: 400, field: 'points' });
    expect(reply.message).toContain('00:00 has begun and keeps 0 kW');
    if (begun < 96) expect(ok(await save(today, curve([95, 96, -10]))).version).toBe(1);
  });

  it('of another enterprise is not there', async () => {
    const { id } = ok(await save(day(3)));
    const theirs = other.client.in('en');
    expect(await save(day(3), GOOD, {}, theirs)).toMatchObject({ code: 404 });
    for (const [verb, params] of [
      ['submit', { id }],
      ['revoke', { id, reason: 'x' }],
    ] as const)
      // prettier-ignore
      expect(await theirs.post(`/api/sdata/planCurve/${verb}`, params)).toMatchObject({ code: 404 });
    expect(await theirs.get('/api/sdata/planCurve/getDay', { stationId, planDate: day(3) })).toMatchObject({ code: 404 }); // prettier-ignore
    const page = ok(await theirs.get<{ list: PlanCurveRow[] }>('/api/sdata/planCurve/query', { stationId }));
    expect(page.list).toEqual([]);
  });
});

describe('approval', () => {
  it('is asked for what breaks nothing alone, and tells each interval', async () => {
    const { id } = ok(await save(day(4), curve([80, 88, 60])));
    const reply = await submit(id, own.client.in('en'));
    expect(reply).toMatchObject({ code: 400, field: 'points' });
    expect(reply.message).toContain('20:00–22:00 SOC below its limit');
    expect((await planOf(day(4)))?.planState).toBe('draft');
  });

  it('is not for the applicant, goes back with a reason, and is withdrawn', async () => {
    const { id } = ok(await save(day(5)));
    const { requestId } = ok(await submit(id));
    expect(await save(day(5))).toMatchObject({ code: 409 });
    expect(await own.client.post(`${REQUEST}/agree`, { id: requestId })).not.toMatchObject({ code: 200 });
    ok(await operator.post(`${REQUEST}/disagree`, { id: requestId, note: 'Too deep' }));
    expect(await planOf(day(5))).toMatchObject({ planState: 'draft', note: 'Too deep', requestId: null });
    const again = ok(await submit(id));
    ok(await own.client.post(`${REQUEST}/callback`, { id: again.requestId }));
    expect((await planOf(day(5)))?.planState).toBe('draft');
    // The first request may be sent anew; it is about nothing any more.
    ok(await own.client.post(`${REQUEST}/reapply`, { id: requestId }));
    expect(await operator.post(`${REQUEST}/agree`, { id: requestId })).toMatchObject({ code: 409 });
    expect((await planOf(day(5)))?.planState).toBe('draft');
  });

  it('tells who agrees what the plan is, and leads to its day', async () => {
    const { id } = ok(await save(day(14)));
    const { requestId } = ok(await submit(id));
    const detail = ok(await operator.get<RequestDetail>(`${REQUEST}/getDetail`, { id: requestId }));
    const told = Object.fromEntries(detail.params.map(({ code, value }) => [code, value]));
    expect(detail.title).toContain(day(14));
    expect(told).toMatchObject({
      station: expect.stringContaining('Station'),
      planDate: day(14),
      socStart: '10 %',
    });
    const search = { consumer: own.consumerId, station: stationId, date: day(14) };
    expect(detail.about).toMatchObject({ path: '/SDNGuangchuchong/Chunengcelve/Setting', search });
    ok(await own.client.post(`${REQUEST}/callback`, { id: requestId }));
  });

  it('leads to the next version after revoking', async () => {
    const id = await approved(day(6));
    expect(await planOf(day(6))).toMatchObject({
      planState: 'approved',
      version: 1,
      approvedBy: expect.anything(),
    });
    expect(await save(day(6))).toMatchObject({ code: 409 });
    ok(await own.client.post('/api/sdata/planCurve/revoke', { id, reason: 'New tariff' }));
    expect(await own.client.post('/api/sdata/planCurve/revoke', { id, reason: 'x' })).toMatchObject({
      code: 409,
    });
    expect(ok(await save(day(6))).version).toBe(2);
  });
});

describe('issuing', () => {
  const at = '/api/sdata/planCurveReport';
  const issue = (ids: readonly number[], client = own.client.in('en')) =>
    client.post<IssueResult[]>(`${at}/issue`, { ids });

  it('is for one approved plan of a station that is wired', async () => {
    const draft = ok(await save(day(7)));
    expect(await issue([draft.id])).toMatchObject({ code: 409 });
    const id = await approved(day(8));
    expect(await issue([id, draft.id])).toMatchObject({ code: 400, field: 'ids' });
    expect(await issue([])).toMatchObject({ code: 400, field: 'ids' });
    expect(await issue([id], other.client)).toMatchObject({ code: 404 });
    expect(ok(await issue([id]))).toMatchObject([{ id, version: 1, issued: true }]);
    // Asked for again nothing more is sent.
    const issuedAt = (await planOf(day(8)))?.issuedAt;
    expect(ok(await issue([id]))).toMatchObject([{ id, issued: true }]);
    expect((await planOf(day(8)))?.issuedAt).toBe(issuedAt);
    // While it is being sent it is not revoked.
    expect(await own.client.post('/api/sdata/planCurve/revoke', { id, reason: 'x' })).toMatchObject({
      code: 409,
    });
  });

  it('is refused where the station can do less than when it was approved', async () => {
    const id = await approved(day(9));
    const set = (kw: number) =>
      sql`update storage_station set rated_power = ${kw} where id = ${stationId}`.execute(
        product.database.db,
      );
    await set(75);
    const reply = await issue([id]);
    await set(100);
    expect(reply).toMatchObject({ code: 400 });
    expect(reply.message).toContain('02:00–04:00 Beyond the rated power');
    expect((await planOf(day(9)))?.planState).toBe('approved');
  });

  it('of several takes a second person, who proves to be there and may do it', async () => {
    const ids = [await approved(day(10)), await approved(day(11)), ok(await save(day(12))).id];
    const userName = unique('second').toLowerCase();
    const roles = ok(
      await operator.get<{ id: number }[]>('/api/sys/orgRole/searchall', { roleCode: 'enterprise' }),
    );
    const userId = await add(operator, 'orgEmployee', { userName, name: 'Second', consumerId: own.consumerId, roleIdList: String(roles[0]?.id) }); // prettier-ignore
    ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', { userId, adminPassword: 'an operator of tests', userPassword: PASSWORD })); // prettier-ignore
    const batch = (person: object, client = own.client.in('en')) =>
      client.post<IssueResult[]>(`${at}/batchIssue`, { ids, userName, password: PASSWORD, ...person });
    // The password that an administrator set is to be changed first.
    expect(await batch({})).toMatchObject({ code: 403 });
    await keepPassword(product, userId);
    expect(await batch({ userName: own.userName })).toMatchObject({ code: 400, field: 'userName' });
    expect(await batch({ userName: ` ${own.userName.toUpperCase()} ` })).toMatchObject({
      code: 400,
      field: 'userName',
    });
    expect(await batch({ userName: other.userName })).toMatchObject({ code: 403 });
    expect(await batch({ userName: 'nobody' })).toMatchObject({ code: 400, field: 'password' });
    expect(await batch({ password: 'wrong' })).toMatchObject({
      code: 400,
      field: 'password',
      data: { triesLeft: 4 },
    });
    expect(await planOf(day(10))).toMatchObject({ planState: 'approved' });
    // A password alone is nobody's proof who must have a second factor.
    const { db } = product.database;
    const strict = await add(operator, 'orgRole', { roleName: unique('Strict '), roleCode: unique(), secondFactor: 1 }); // prettier-ignore
    await sql`update org_employee set role_id_list = role_id_list || ${strict}::integer where id = ${userId}`.execute(db); // prettier-ignore
    const refused = await batch({});
    expect(refused).toMatchObject({ code: 403, field: 'userName' });
    expect(refused.message).toContain('must set up its second factor first');
    await sql`update org_employee set role_id_list = array_remove(role_id_list, ${strict}::integer) where id = ${userId}`.execute(db); // prettier-ignore
    const results = ok(await batch({}));
    expect(results.map(({ issued }) => issued)).toEqual([true, true, false]);
    expect(results[2]?.reason).toContain('Draft');
    expect(await planOf(day(10))).toMatchObject({
      planState: 'issued',
      issuedBy: 'A user',
      witnessedBy: 'Second',
    });
  });

  it('counts wrong passwords of the second person as failed log-ins', async () => {
    const id = await approved(day(13));
    const guess = () =>
      own.client.post(`${at}/batchIssue`, { ids: [id], userName: other.userName, password: 'wrong' });
    const codes: number[] = [];
    for (let i = 0; i < 7; i++) codes.push((await guess()).code);
    expect(codes).toContain(429);
    expect((await planOf(day(13)))?.planState).toBe('approved');
  });
});

describe('a file of plans', () => {
  const at = '/api/sdata/planCurveReport';
  const upload = (text: string, more: object = {}) =>
    own.client.in('en').upload<ImportedPlan[]>(`${at}/importTemplate`, { stationId, ...more }, { name: 'plan.csv', content: Buffer.from(text) }); // prettier-ignore
  const clock = (slot: number) => `${String(Math.floor(slot / 4)).padStart(2, '0')}:${String((slot % 4) * 15).padStart(2, '0')}`; // prettier-ignore
  const sheet = (heads: readonly string[], cell: (slot: number, column: number) => string): string =>
    [['Slot', ...heads].join(','), ...GOOD.map((_kw, slot) => [clock(slot), ...heads.map((_h, i) => cell(slot, i))].join(','))].join('\n'); // prettier-ignore

  it('goes out and comes back the same', async () => {
    ok(await save(day(20)));
    const { body } = await own.client.download(`${at}/exportTemplate`, {
      stationId,
      fromDt: day(20),
      toDt: day(21),
    });
    const client = own.client.in('en');
    const made = ok(await client.upload<ImportedPlan[]>(`${at}/importTemplate`, { stationId }, { name: 'p.csv', content: Buffer.from(sheet([day(21)], (slot) => String(GOOD[slot]))) })); // prettier-ignore
    expect(made).toMatchObject([{ planDate: day(21), version: 1, violations: [] }]);
    expect(body.subarray(0, 2).toString()).toBe('PK');
    const { body: both } = await own.client.download(`${at}/exportTemplate`, {
      stationId,
      fromDt: day(20),
      toDt: day(21),
    });
    const back = ok(await client.upload<ImportedPlan[]>(`${at}/importTemplate`, { stationId, dryRun: 1 }, { name: 'p.xlsx', content: both })); // prettier-ignore
    expect(
      back.map(({ planDate, chargedKwh, dischargedKwh, id }) => [planDate, chargedKwh, dischargedKwh, id]),
    ).toEqual([
      [day(20), 160, 140, null],
      [day(21), 160, 140, null],
    ]);
    expect((await planOf(day(21)))?.planSource).toBe('template');
  });

  it('is refused whole with the row, the time and the day named', async () => {
    const good = (slot: number): string => String(GOOD[slot]);
    const cases: readonly (readonly [string, string])[] = [
      [sheet([day(22)], (slot) => (slot === 9 ? 'x' : good(slot))), `row 11, ${day(22)} 02:15`],
      [sheet([day(22)], (slot) => (slot === 9 ? '' : good(slot))), 'is empty'],
      [sheet([day(22), day(22)], good), 'there twice'],
      [sheet(['2026-02-30'], good), 'the head must be a date'],
      [
        sheet([day(22)], good)
          .split('\n')
          .slice(0, -1)
          .join('\n'),
        'the slot 23:45 is missing',
      ],
      [`${sheet([day(22)], good)}\n23:45,1`, 'is there twice'],
      [sheet([day(22)], good).replace('08:15', '08:20'), 'row 35'],
      ['', 'The file is empty'],
      [sheet([], good), 'no column is headed by a date'],
      [sheet([day(-1)], good), 'is over'],
    ];
    for (const [text, said] of cases) {
      const reply = await upload(text);
      expect([said, reply.code]).toEqual([said, 400]);
      expect(reply.message).toContain(said);
    }
    expect((await getDay(day(22))).versions).toEqual([]);
  });

  it('may be of the next day whatever that is', async () => {
    const good = (slot: number): string => String(GOOD[slot]);
    const made = ok(await upload(sheet(['次日'], good), { dryRun: 1 }));
    expect(made).toMatchObject([{ planDate: day(1), dischargedKwh: 140, id: null }]);
  });

  it('tells what its days would break, and keeps them as drafts', async () => {
    const made = ok(await upload(sheet([day(23)], (slot) => (slot === 4 ? '150' : '0'))));
    expect(made[0]?.violations.map(({ kind }) => kind)).toEqual(['power', 'socLow']);
    expect((await planOf(day(23)))?.planState).toBe<PlanState>('draft');
  });
});

describe('a strategy', () => {
  it('keeps within the power of its station, and a curve that changed is a new version', async () => {
    const row = { strategyName: unique('S '), consumerId: own.consumerId, stationId };
    const at = '/api/archive/storageStrategy';
    const client = own.client.in('en');
    const tooMuch = await client.post(`${at}/add`, { ...row, curve: { points: curve([4, 5, 101]) } });
    expect(tooMuch).toMatchObject({ code: 400, field: 'curve' });
    expect(tooMuch.message).toContain('01:00');
    const { id } = ok(await client.post<{ id: number }>(`${at}/add`, { ...row, curve: { points: GOOD } }));
    const version = async () => ok(await client.get<{ version: number }>(`${at}/get`, { id })).version;
    expect(await version()).toBe(1);
    ok(await client.post(`${at}/edit`, { id, ...row, curve: { points: GOOD }, remark: 'same' }));
    expect(await version()).toBe(1);
    ok(await client.post(`${at}/edit`, { id, ...row, curve: { points: curve([0, 4, -20]) } }));
    expect(await version()).toBe(2);
    const { strategies } = await getDay(day(30));
    expect(strategies.find((one) => one.id === id)).toMatchObject({ version: 2, fits: true });
  });
});
