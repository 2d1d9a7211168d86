import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { raiseNotice } from '#feature/house/notice/server/public.ts';
import { add, unique } from '#test/build.ts';
import { buildBilled, type Billed } from '#test/build/billed.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise } from '#test/build/whole.ts';
import type {
  ArchiveFile,
  BillMonths,
  CoverageByConsumer,
  FailedTasks,
  Feeders,
  GatewayCare,
  LastingNotices,
  Uploads,
} from '../contract.ts';

let product: Product;
let operator: Client;
let sites: TwoSites;
let empty: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  sites = await buildTwoSites(product);
  empty = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const ask = async <T>(verb: string, params: object, client = operator): Promise<T> =>
  ok(await client.get<T>(`/api/monitoring/home/${verb}`, params as Record<string, string | number>));
const db = () => product.database.db;

describe('what lasts', () => {
  it('is told the gravest first, with who has seen it; dates of verifications and other enterprises are not', async () => {
    const { consumerId, ammeterId, gatewayId, client } = await buildWholeEnterprise(product);
    const about = { consumerId, link: null, since: Date.now() - 60_000 };
    const text = (en: string) => ({ zh: en, en });
    await raiseNotice(db(), {
      ...about,
      kind: 'meterSilent',
      objectId: ammeterId,
      level: 2,
      text: text('Meter'),
    });
    await raiseNotice(db(), {
      ...about,
      kind: 'gatewaySilent',
      objectId: gatewayId,
      level: 3,
      text: text('Gateway'),
    });
    await raiseNotice(db(), { ...about, kind: 'verificationDue', objectId: 1, level: 3, text: text('Due') });
    await raiseNotice(db(), {
      ...about,
      consumerId: empty.consumerId,
      kind: 'gatewaySilent',
      objectId: empty.gatewayId,
      level: 3,
      text: text('Elsewhere'),
    });
    const before = await ask<LastingNotices>('getLasting', { consumerId });
    expect(before.list.map(({ text: words }) => words)).toEqual(['Gateway', 'Meter']);
    expect(before).toMatchObject({ count: 2, unseen: 2, endedToday: 0 });

    const first = before.list[0]?.id ?? 0;
    ok(await client.post('/api/sys/notice/read', { ids: String(first) }));
    await sql`update notice set ended_at = now() where kind = 'meterSilent' and object_id = ${ammeterId}`.execute(
      db(),
    );
    const after = await ask<LastingNotices>('getLasting', { consumerId });
    expect(after).toMatchObject({ count: 1, unseen: 0, endedToday: 1 });
    expect(after.list[0]?.readers).toEqual([{ name: 'A user', at: expect.any(Number) as number }]);
    expect(after.list[0]?.read).toBe(false);
  });

  it('of an enterprise of others is nothing', async () => {
    const reported = await ask<LastingNotices>(
      'getLasting',
      { consumerId: sites.first.consumerId },
      empty.client,
    );
    expect(reported).toMatchObject({ list: [], count: 0, unseen: 0, endedToday: 0 });
  });
});

describe('gateways', () => {
  it('that were never heard are told as such, after those that fell silent; one that is not in use is not told', async () => {
    const { consumerId, siteId } = sites.first;
    const silent = await add(operator, 'gateway', { gatewayName: unique('Quiet '), consumerId, siteId });
    const off = await add(operator, 'gateway', {
      gatewayName: unique('Off '),
      consumerId,
      siteId,
      state: '0',
    });
    await sql`insert into gateway_state (gateway_id, consumer_id, last_seen_at) values (${silent}, ${consumerId}, now() - interval '3 hours')
      on conflict (gateway_id) do update set last_seen_at = excluded.last_seen_at`.execute(db());
    const care = await ask<GatewayCare>('getGateways', { consumerId });
    expect(care.quiet[0]).toMatchObject({ id: silent, contact: 'silent' });
    expect(care.quiet.slice(1).every(({ contact }) => contact === 'never')).toBe(true);
    expect(care.quiet.map(({ id }) => id)).not.toContain(off);
    expect(care.summary).toMatchObject({ silent: 1, online: 0 });
    expect(care.quietCount).toBe(care.summary.silent + care.summary.never);
  });

  it('with names that mean nothing yet are told with their enterprise, of all enterprises or one', async () => {
    const { gatewayId, consumerId } = empty;
    await sql`insert into gateway_rejection (consumer_id, gateway_id, device_name, data_key, reason, n, first_at, last_at)
      values (${consumerId}, ${gatewayId}, 'M-1', 'kwh', 'unknownMeter', 5, now(), now())`.execute(db());
    const all = await ask<GatewayCare>('getGateways', {});
    expect(all.unmapped).toMatchObject([{ id: gatewayId, unmapped: 1, consumerId }]);
    expect(all.names).toBe(1);
    expect(all.unmapped[0]?.consumerName).toMatch(/^Works /);
    expect((await ask<GatewayCare>('getGateways', { consumerId: sites.first.consumerId })).unmapped).toEqual(
      [],
    );
  });

  it('of a site are all that an account limited to it is told', async () => {
    const { first, second, limited } = sites;
    const care = await ask<GatewayCare>('getGateways', { consumerId: first.consumerId }, limited);
    const ids = care.quiet.map(({ id }) => id);
    expect(ids).toContain(second.gatewayId);
    expect(ids).not.toContain(first.gatewayId);
  });
});

describe('feeders', () => {
  it('have the power of now; what is old or was never heard has none', async () => {
    const { consumerId, siteId } = empty;
    const meter = (name: string, rest: object = {}) =>
      add(operator, 'ammeter', { ammeterName: name, ammeterCode: unique(), consumerId, siteId, ...rest });
    const [loaded, plain, old] = [
      await meter('Loaded', { ratedPower: 100 }),
      await meter('Plain'),
      await meter('Old', { ratedPower: 50 }),
    ];
    const now = Date.now();
    const batch = new BatchBuilder();
    const read = (meterId: number, ts: number, power: number): void => {
      batch.row(meterId, ts);
      batch.set(codeIndex('PZ'), power);
    };
    read(loaded, now - 30_000, 90);
    read(plain, now - 30_000, 40);
    read(old, now - 3_600_000, 49);
    await storeReadings(db(), batch.batch());
    await foldDirty(db());
    const reported = await ask<Feeders>('getFeeders', { consumerId });
    expect(reported.list.map(({ ammeterName, power }) => [ammeterName, power])).toEqual([
      ['Loaded', 90],
      ['Plain', 40],
      ['Old', null],
      ['Incomer', null],
    ]);
    expect(reported).toMatchObject({ count: 4, known: 2 });
    expect(reported.list.at(-1)).toMatchObject({ contact: 'never', lastAt: null, ratedPower: null });
  });
});

describe('bills', () => {
  let billed: Billed;
  beforeAll(async () => {
    const today = new Date();
    const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 3, 1))
      .toISOString()
      .slice(0, 10);
    billed = await buildBilled(product, operator, { name: unique('Billed '), from, days: 31 });
    const planId = await billed.add('priceScheme', {
      consumerId: billed.consumerId,
      schemeName: unique('Plan '),
      price1: 1, price2: 1, price3: 1, price4: 1,
      basicCharge: '0',
      factorStandard: '0',
    }); // prettier-ignore
    await billed.add('priceAgreement', {
      consumerId: billed.consumerId,
      measureAccount: 'A1',
      orgId: billed.siteId,
      planId,
      beginDt: from,
    });
    await billed.fold();
  });
  const months = (account = 'A1') =>
    ask<BillMonths>('getBillMonths', { consumerId: billed.consumerId, measureAccount: account });

  it('tell months without data with their reason, the running one apart, and an incomplete one as such', async () => {
    const { list } = await months();
    expect(list[0]).toMatchObject({ unfinished: true });
    const whole = list.at(-1);
    expect(whole).toMatchObject({ unfinished: false, issued: null, invoice: null, why: null });
    expect(whole?.total).toBeGreaterThan(0);
    const blank = list.find(({ unfinished, total }) => !unfinished && total === null);
    expect(blank?.why?.en).toMatch(/Nothing was measured/);
  });

  it('say when one was issued, and when it would be another now', async () => {
    const month = (await months()).list.at(-1)?.month ?? '';
    const key = { consumerId: billed.consumerId, measureAccount: 'A1', month };
    ok(await operator.post('/api/price/bill/issue', key));
    expect((await months()).list.at(-1)?.issued).toMatchObject({ differs: false });
    await sql`update bill_issue set snapshot = jsonb_set(snapshot, '{lines,0,amount}', '"1"')
      where consumer_id = ${billed.consumerId}`.execute(db());
    expect((await months()).list.at(-1)?.issued).toMatchObject({ differs: true });
  });

  it('compare an invoice of which lines alone were entered by these lines, and say so', async () => {
    const { month = '', total } = (await months()).list.at(-1) ?? {};
    const line = (item: string, amount: number) =>
      billed.add('priceInvoice', {
        consumerId: billed.consumerId,
        measureAccount: 'A1',
        month: `${month}-01`,
        item,
        amount,
      });
    await line('energy', Number(total) + 10);
    expect((await months()).list.at(-1)?.invoice).toEqual({ total: null, difference: 10, whole: false });
    await line('total', Number(total) + 25);
    expect((await months()).list.at(-1)?.invoice).toEqual({
      total: Number(total) + 25,
      difference: 25,
      whole: true,
    });
  });

  it('of an account that is not there, or of others, are none', async () => {
    expect((await months('nowhere')).list).toEqual([]);
    const reported = await ask<BillMonths>(
      'getBillMonths',
      { consumerId: billed.consumerId, measureAccount: 'A1' },
      empty.client,
    );
    expect(reported.list).toEqual([]);
  });
});

describe('the metering desk', () => {
  it('counts meters of which no date is known apart', async () => {
    const { consumerId } = empty;
    const due = async () =>
      ok(
        await operator.get<{ meters: number; undated: number }>('/api/yunshui/gaugeVerifyConfigure/getDue', {
          consumerId,
        }),
      );
    const before = await due();
    await sql`update gauge_configure set next_align_date = null where consumer_id = ${consumerId}`.execute(
      db(),
    );
    const after = await due();
    expect(after.undated).toBe(before.meters + before.undated);
    expect(after.undated).toBeGreaterThan(0);
    expect(after.meters).toBe(0);
  });

  it('tells what is to be handed in: with a date first, without one last, and nothing after it was filed', async () => {
    const { consumerId, checkPlanId } = empty;
    const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
    await sql`update company_planinfo set end_time = ${day(5)}::date where id = ${checkPlanId}`.execute(db());
    await sql`insert into company_checkitem (clause_no, requirement, check_plan_id, consumer_id, method, result, rectify_deadline)
      values ('9.9', 'Put it right', ${checkPlanId}, ${consumerId}, '1', 'nonconform', ${day(-3)}::date)`.execute(
      db(),
    );
    const kinds = async (client = operator) =>
      (await ask<Uploads>('getUploads', { consumerId }, client)).list.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['rectify', 'plan', 'annual']);
    const year = new Date().getFullYear() - 1;
    await sql`insert into annual_filing (consumer_id, year, version, snapshot, filed_by)
      values (${consumerId}, ${year}, 1, '{}', 'me')`.execute(db());
    expect(await kinds()).toEqual(['rectify', 'plan']);
    await sql`update company_checkitem set rectify_result = 'done' where clause_no = '9.9'`.execute(db());
    await sql`update company_planinfo set state = 'closed' where id = ${checkPlanId}`.execute(db());
    expect(await kinds()).toEqual([]);
    // Nothing of another enterprise.
    expect(await kinds(sites.first.client)).toEqual([]);
  });

  it('names each kind of file, also those that were never uploaded', async () => {
    const files = await ask<ArchiveFile[]>('getFiles', { consumerId: sites.first.consumerId });
    expect(files.map(({ kind }) => kind)).toEqual([19, 20, 21, 22, 31, 32, 33, 34]);
    expect(files.filter(({ fileName }) => fileName === null).length).toBeGreaterThan(0);
  });
});

describe('the support desk', () => {
  it('tells failed tasks of everybody and of the last days alone', async () => {
    const { consumerId, userId } = sites.first;
    const file = (label: string, state: string, ago: string) =>
      sql`insert into task (kind, label, params, state, consumer_id, employee_id, ended_at, message)
        values ('x', ${JSON.stringify({ zh: label, en: label })}, '{}', ${state}, ${consumerId}, ${userId},
          now() - ${ago}::interval, '{"zh": "坏", "en": "Broken"}')`.execute(db());
    await file('Import', 'failed', '1 hour');
    await file('Old', 'failed', '8 days');
    await file('Fine', 'done', '1 hour');
    const reported = await ask<FailedTasks>('getFailedTasks', {});
    expect(reported.list).toMatchObject([{ label: 'Import', message: 'Broken', employeeName: 'A user' }]);
    expect(reported.count).toBe(1);
    expect((await empty.client.get('/api/monitoring/home/getFailedTasks')).code).toBe(403);
  });

  it('tells the rate by enterprise: of one without data nothing is expected, and what was never heard is counted apart', async () => {
    const { list, count } = await ask<CoverageByConsumer>('getCoverage', {});
    expect(count).toBeGreaterThanOrEqual(2);
    const own = list.find(({ consumerId }) => consumerId === sites.first.consumerId);
    expect(own).toMatchObject({ meters: 0, neverHeard: 2, expected: 0, received: 0 });
    const other = await ask<CoverageByConsumer>('getCoverage', {}, empty.client);
    expect(other.list.map(({ consumerId }) => consumerId)).toEqual([empty.consumerId]);
  });
});
