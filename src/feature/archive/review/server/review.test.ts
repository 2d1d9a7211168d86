import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add } from '#test/build.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import type { AuditInfo, PlanView, Report } from '../contract.ts';

let product: Product;
let operator: Client;
let mine: WholeEnterprise;
let planId = 0;
/** The smallest picture that is one. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const at = '/api/yunshui/companyPlaninfo';

beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildWholeEnterprise(product);
  planId = mine.checkPlanId;
});
afterAll(() => product.close());

const view = async (): Promise<PlanView> => ok(await operator.get<PlanView>(`${at}/getPlan`, { id: planId }));
const step = (client: Client, action: string) =>
  client.post<PlanView>(`${at}/changeState`, { id: planId, action });
const commit = (client: Client, checkItems: unknown) =>
  client.post<PlanView>(`${at}/commitcheckitems`, {
    checkPlanId: planId,
    checkItems: JSON.stringify(checkItems),
  });

describe('a review from plan to result', () => {
  test('begins with a check list', async () => {
    expect(await step(operator, 'issue')).toMatchObject({
      code: 409,
      message: 'The plan has no check items yet',
    });
    const { items } = ok(await operator.post<PlanView>(`${at}/addUsualItems`, { checkPlanId: planId }));
    expect(items.map((item) => item['clauseNo']).slice(0, 3)).toEqual(['4.1', '4.2', '4.3']);
    ok(
      await operator.post(`${at}/commitcheckitems`, {
        checkPlanId: planId,
        checkItems: JSON.stringify([{ clauseNo: '10.1', requirement: 'The last clause' }]),
        startTime: '2026-03-01',
        endTime: '2026-03-31',
      }),
    );
    const found = await view();
    expect(found.items.at(-1)).toMatchObject({ clauseNo: '10.1' });
    expect(found.plan).toMatchObject({ startTime: '2026-03-01', endTime: '2026-03-31' });
  });

  test('the enterprise inspects itself, with evidence; it may not review itself', async () => {
    expect((await step(mine.client, 'issue')).code).toBe(403);
    ok(await step(operator, 'issue'));
    ok(await step(mine.client, 'begin'));
    expect((await step(mine.client, 'submit')).message).toMatch(/^Clauses without a result: 4\.1/);
    const { items } = await view();
    ok(await commit(mine.client, items.map(({ id }) => ({ id, result: 'conform' })))); // prettier-ignore
    const bad = items[5]?.id ?? 0;
    ok(await commit(mine.client, [{ id: bad, result: 'nonconform', finding: 'no list of meters' }]));
    const file = { name: 'evidence.png', content: PNG };
    const where = { orgId: mine.consumerId, type: '35', checkPlanId: planId, checkItemId: bad };
    ok(await mine.client.upload('/api/yunshui/checkplanCheckfile/add', where, file));
    expect((await view()).files).toMatchObject([{ fileName: 'evidence.png', checkItemId: bad, version: 1 }]);
    ok(await step(mine.client, 'submit'));
    // The list itself is fixed by now.
    expect(await commit(operator, [{ id: bad, requirement: 'another' }])).toMatchObject({
      code: 409,
      field: 'requirement',
    });
    expect((await commit(operator, [{ id: 999_999 }])).code).toBe(400);
  });

  test('what does not conform is rectified before the plan is closed', async () => {
    ok(await step(operator, 'review'));
    const bad = (await view()).items.find((item) => item['result'] === 'nonconform')?.id;
    expect((await step(operator, 'rectify')).message).toMatch(/without a date to rectify by/);
    ok(await commit(operator, [{ id: bad, rectifyDeadline: '2026-05-01', severity: '1' }]));
    ok(await step(operator, 'rectify'));
    expect((await step(operator, 'close')).code).toBe(409);
    ok(await commit(mine.client, [{ id: bad, rectifyResult: 'a list is there', verifiedBy: 'Wu' }]));
    const closed = ok(await step(operator, 'close'));
    expect(closed.steps).toEqual([]);
    const [evidence] = closed.files;
    expect((await operator.post('/api/yunshui/checkplanCheckfile/del', { id: evidence?.id })).code).toBe(409);
    const late = { orgId: mine.consumerId, type: '35', checkPlanId: planId };
    const file = { name: 'late.png', content: PNG };
    expect((await operator.upload('/api/yunshui/checkplanCheckfile/add', late, file)).code).toBe(409);
    expect((await operator.post(`${at}/edit`, { id: planId, leader: 'Li' })).code).toBe(409);
    expect((await operator.post(`${at}/del`, { id: planId })).code).toBe(409);
  });

  test('has a result with its report, and what the report is written from', async () => {
    const result = { consumerId: mine.consumerId, checkPlanId: planId, reportNo: 'R-1', conclusion: '2', signDate: '2026-04-20' }; // prettier-ignore
    const file = { name: 'report.png', content: PNG };
    const added = ok(await operator.upload<{ fileId: number }>('/api/yunshui/reviewData/add', result, file));
    expect(added.fileId).toBeGreaterThan(0);
    const audit = ok(
      await operator.get<AuditInfo>('/api/yunshui/companyAuditinfo/getAuditInfo', { checkPlanId: planId }),
    );
    expect(audit.counts).toEqual({ items: 19, conform: 18, nonconform: 1, na: 0 });
    expect(audit.nonconformities).toMatchObject([{ rectifyResult: 'a list is there' }]);
    expect(audit.results).toMatchObject([{ reportNo: 'R-1' }]);
    const query = {
      enterpriseId: mine.consumerId,
      reportType: 'review',
      startMonth: '2026-01',
      endMonth: '2026-12',
    };
    const report = ok(await operator.get<Report>('/api/yunshui/reviewData/reportQuery', query));
    expect(report.rows).toMatchObject([
      { reportNo: 'R-1', conclusion: { en: 'Passed after rectification' } },
    ]);
    const sheet = await operator.download('/api/yunshui/reviewData/reportExport', query);
    expect(sheet.body.subarray(0, 2).toString()).toBe('PK');
    expect(
      await operator.get('/api/yunshui/reviewData/reportQuery', {
        ...query,
        startMonth: '2026-12',
        endMonth: '2026-01',
      }),
    ).toMatchObject({ code: 400, field: 'endMonth' });
  });

  test('counts what meters are required, there and valid', async () => {
    await add(operator, 'companyGauges', {
      consumerId: mine.consumerId,
      meterName: 'Incomer',
      meterLevel: '1',
      serNo: 'S-1',
      params: '3300',
      precisionLevel: '0.5S',
      alignState: '1',
      nextAlignDate: '2199-01-01',
    });
    const query = { enterpriseId: mine.consumerId, reportType: 'allocation' };
    const { rows } = ok(await operator.get<Report>('/api/yunshui/reviewData/reportQuery', query));
    expect(rows).toMatchObject([
      {
        level: { en: 'In and out of the unit' },
        installed: 1,
        valid: 1,
        required: 0,
        rate: null,
        verdict: { en: 'Not required', zh: '不适用' },
      },
    ]);
  });
});

describe('files of the archive', () => {
  const send = (client: Client, params: Record<string, unknown>, name: string, content: Buffer) =>
    client.upload<{ id: number; version: number }>('/api/yunshui/checkplanCheckfile/add', params, {
      name,
      content,
    });

  test('come in versions, are shown and downloaded; a false type is refused', async () => {
    const params = { orgId: mine.consumerId, type: '31' };
    expect(ok(await send(mine.client, params, 'flow.png', PNG)).version).toBe(1);
    const second = ok(await send(mine.client, params, 'flow.png', PNG));
    expect(second.version).toBe(2);
    expect(ok(await send(mine.client, { ...params, type: '32' }, 'net.png', PNG)).version).toBe(1);
    const shown = await mine.client.download('/api/yunshui/checkplanCheckfile/preview', { id: second.id });
    expect(shown).toEqual({ type: 'image/png', body: PNG });
    expect(
      (await mine.client.download('/api/yunshui/checkplanCheckfile/download', { id: second.id })).body,
    ).toEqual(PNG);
    expect(await send(mine.client, params, 'flow.pdf', PNG)).toMatchObject({ code: 400, field: 'upFile' });
    const text = ok(await send(mine.client, params, 'notes.txt', Buffer.from('hello')));
    const refused = await mine.client.download('/api/yunshui/checkplanCheckfile/preview', { id: text.id });
    expect(refused.type).toContain('json');
    const balance = await mine.client.upload<{ fileType: string }>(
      '/api/yunshui/measurement/uploadEnergyBalance',
      { orgId: mine.consumerId },
      { name: 'balance.png', content: PNG },
    );
    expect(ok(balance).fileType).toBe('30');
  });

  test('belong to their enterprise alone', async () => {
    const other = await buildWholeEnterprise(product);
    const name = 'a.png';
    expect((await send(mine.client, { orgId: other.consumerId, type: '19' }, name, PNG)).code).toBe(400);
    const foreign = { orgId: mine.consumerId, type: '35', checkPlanId: other.checkPlanId };
    expect(await send(operator, foreign, name, PNG)).toMatchObject({ code: 400, field: 'checkPlanId' });
  });
});
