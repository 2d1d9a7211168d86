import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import type { Period } from '#contract/period.ts';
import type { PeriodRules } from '#contract/periodRule.ts';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { chineseDays, foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { ok, startProduct, type Client, type Product } from '#test/product.ts';
import type { CalendarEffect, DayPeriods, ListedDay } from '../contract.ts';

import { followNationalList } from './nationalList.ts';

let product: Product;
let mine: Enterprise;
let operator: Client;
let site2 = 0;
let meter2 = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  const { consumerId } = mine;
  site2 = await add(operator, 'monitorSite', { orgName: 'Second site', orgCode: unique(), consumerId });
  meter2 = await add(operator, 'ammeter', {
    ammeterName: 'Feeder',
    ammeterCode: unique(),
    consumerId,
    siteId: site2,
  });
  const water = await add(operator, 'ammeter', {
    ammeterName: 'Water', ammeterCode: unique(), consumerId, siteId: site2, deviceType: '6', dataType: '2',
  }); // prettier-ignore
  // July 2025 hourly: one kWh an hour on each meter.
  const builder = new BatchBuilder();
  for (const meter of [mine.ammeterId, meter2, water]) {
    for (let h = 0; h <= 31 * 24; h++) {
      builder.row(meter, Date.UTC(2025, 5, 30, 16) + h * HOUR);
      builder.set(codeIndex('PP'), h);
    }
  }
  await storeReadings(product.database.db, builder.batch(), { source: 0 });
  await foldDirty(product.database.db);
});
afterAll(() => product.close());

const flat = (period: Period): PeriodRules => ({
  rules: [{ segments: [{ begin: '00:00', end: '24:00', period }] }],
});
const at = '/api/archive/timezone';
const json = (rules: PeriodRules): string => JSON.stringify(rules);
const marks = async (): Promise<{ meter: number; from: string; to: string }[]> => {
  const { rows } = await sql<{ meter: number; from: string; to: string }>`
    select meter_id as meter, (from_ts at time zone 'Asia/Shanghai')::text as from,
      (to_ts at time zone 'Asia/Shanghai')::text as to from dirty order by meter_id, from_ts`.execute(
    product.database.db,
  );
  return rows;
};

describe('a calendar', () => {
  let general = 0;
  it('refuses rules that leave a gap, naming it in both languages', async () => {
    const row = {
      timezoneName: 'Bad', consumerId: mine.consumerId, validFrom: '2025-01-01',
      rules: JSON.stringify({ rules: [{ segments: [{ begin: '00:00', end: '11:00', period: 4 }, { begin: '12:00', end: '24:00', period: 2 }] }] }),
    }; // prettier-ignore
    expect(await mine.client.post(`${at}/add`, row)).toMatchObject({
      code: 400, field: 'rules', message: 'Rules: Rule 1: 11:00–12:00 has no period',
    }); // prettier-ignore
    expect((await mine.client.in('zh').post(`${at}/add`, row)).message).toBe(
      '时段规则：规则 1：11:00–12:00 没有时段',
    );
    expect(await mine.client.post(`${at}/add`, { ...row, rules: '{"rules":[{"segments":[]}]}' })).toMatchObject({ code: 400, field: 'rules' }); // prettier-ignore
  });

  it('tells its effect first, then marks just that: electricity from the date on', async () => {
    const row = {
      timezoneName: 'General',
      consumerId: mine.consumerId,
      validFrom: '2025-07-10',
      rules: json(GUANGDONG),
    };
    const effect = ok(await mine.client.post<CalendarEffect>(`${at}/preview`, row));
    expect(effect).toMatchObject({ meters: 2, from: '2025-07-10', to: '2025-07-31', days: 22 });
    expect(effect.sites.map((site) => site.siteName)).toEqual(['Main site', 'Second site']);
    expect(await marks()).toEqual([]);
    general = ok(await mine.client.post<{ id: number }>(`${at}/add`, row)).id;
    expect(await marks()).toEqual(
      [mine.ammeterId, meter2].map((meter) => ({
        meter,
        from: '2025-07-10 00:00:00',
        to: '2025-08-01 00:00:00',
      })),
    );
    await foldDirty(product.database.db);
  });

  it('of a site stands over that of the enterprise, only there', async () => {
    const row = {
      timezoneName: 'Own', consumerId: mine.consumerId, siteIdList: [site2], validFrom: '2025-07-20', rules: json(flat(3)),
    }; // prettier-ignore
    const effect = ok(await mine.client.post<CalendarEffect>(`${at}/preview`, { ...row, siteIdList: site2 }));
    expect(effect).toMatchObject({ meters: 1, from: '2025-07-20' });
    const { id } = ok(await mine.client.post<{ id: number }>(`${at}/add`, { ...row, siteIdList: site2 }));
    expect((await marks()).map((mark) => mark.meter)).toEqual([meter2]);
    await foldDirty(product.database.db);
    const periods = async (orgId: number, date: string): Promise<number[]> =>
      ok(await mine.client.get<DayPeriods>(`${at}/getPeriods`, { orgId, date })).rows.map((one) => one.value);
    expect(await periods(site2, '2025-07-21')).toEqual([3]);
    expect(await periods(site2, '2025-07-19')).toEqual([4, 3, 2, 1, 3, 2, 1, 2, 3]);
    expect(await periods(mine.siteId, '2025-07-21')).toEqual([4, 3, 2, 1, 3, 2, 1, 2, 3]);
    expect(await periods(mine.siteId, '2025-07-09')).toEqual([]);
    expect(await mine.client.post(`${at}/add`, { ...row, timezoneName: 'Again', siteIdList: site2 })).toMatchObject({ code: 409, field: 'validFrom' }); // prettier-ignore
    ok(await mine.client.post(`${at}/del`, { id }));
    expect((await marks()).map(({ meter, from }) => [meter, from])).toEqual([
      [meter2, '2025-07-20 00:00:00'],
    ]);
    await foldDirty(product.database.db);
  });

  it('a hot day changes that day alone, and not where its rules do not ask for it', async () => {
    const july = { consumerId: mine.consumerId, dt: '2025-07-15', holidayTypeId: '4' };
    // July is sharp already.
    expect(ok(await mine.client.post<CalendarEffect>('/api/sys/holiday/preview', july))).toMatchObject({
      meters: 0,
      days: 0,
    });
    const rules: PeriodRules = {
      rules: [
        ...flat(3).rules,
        { dayTypes: ['hot'], segments: [{ begin: '00:00', end: '24:00', period: 1 }] },
      ],
    };
    ok(await mine.client.post(`${at}/edit`, { id: general, rules: json(rules) }));
    await foldDirty(product.database.db);
    expect(ok(await mine.client.post<CalendarEffect>('/api/sys/holiday/preview', july))).toMatchObject({ meters: 2, days: 1, from: '2025-07-15', to: '2025-07-15' }); // prettier-ignore
    const { id } = ok(await mine.client.post<{ id: number }>('/api/sys/holiday/add', july));
    expect((await marks()).map(({ from, to }) => [from, to])).toEqual(
      Array.from({ length: 2 }, () => ['2025-07-15 00:00:00', '2025-07-16 00:00:00']),
    );
    const day = ok(
      await mine.client.get<DayPeriods>(`${at}/getPeriods`, { orgId: mine.siteId, date: '2025-07-15' }),
    );
    expect(day.dayTypes).toEqual(['workday', 'hot']);
    expect(day.rows).toEqual([{ beginTime: '00:00', endTime: '24:00', value: 1, name: 'Sharp' }]);
    ok(await mine.client.post('/api/sys/holiday/del', { id }));
    await foldDirty(product.database.db);
  });

  it('knows the national holidays and worked weekends, which the enterprise may overrule', async () => {
    const days = async (): Promise<readonly ListedDay[]> =>
      ok(
        await mine.client.get<readonly ListedDay[]>(`${at}/getDayTypes`, {
          orgId: mine.consumerId,
          year: 2025,
        }),
      );
    const october = (await days()).filter((day) => day.dt >= '2025-09-28' && day.dt <= '2025-10-11');
    expect(october.map((day) => day.dt.slice(5))).toEqual([
      '09-28', '10-01', '10-02', '10-03', '10-04', '10-05', '10-06', '10-07', '10-08', '10-11',
    ]); // prettier-ignore
    expect(october[0]).toMatchObject({ dayType: 'workday', holidayId: null });
    const own = { consumerId: mine.consumerId, dt: '2025-10-08', holidayTypeId: '2', holidayName: 'Furnace' };
    ok(await mine.client.post('/api/sys/holiday/add', own));
    expect((await days()).filter((day) => day.dt === '2025-10-08')).toEqual([
      expect.objectContaining({ dayType: 'workday', holidayId: expect.any(Number) }),
    ]);
    expect(await mine.client.post('/api/sys/holiday/add', { ...own, holidayTypeId: '1' })).toMatchObject({ code: 409, field: 'holidayTypeId' }); // prettier-ignore
  });

  it('a new release of the national list marks the days that it changes', async () => {
    const { db } = product.database;
    const rules: PeriodRules = {
      rules: [
        ...flat(3).rules,
        { dayTypes: ['holiday'], segments: [{ begin: '00:00', end: '24:00', period: 4 }] },
      ],
    };
    ok(await mine.client.post(`${at}/edit`, { id: general, rules: json(rules) }));
    await foldDirty(db);
    expect(await followNationalList(db)).toBe(0);
    expect(await followNationalList(db)).toBe(0);
    const day = dayOfDate('2025-07-16');
    const newer = new Map([
      ...chineseDays(),
      [day, { kind: 'holiday' as const, name: { zh: '新', en: 'New' } }],
    ]);
    expect(await followNationalList(db, newer)).toBe(2);
    expect((await marks()).map(({ from, to }) => [from, to])).toEqual(
      Array.from({ length: 2 }, () => ['2025-07-16 00:00:00', '2025-07-17 00:00:00']),
    );
    expect(await followNationalList(db)).toBe(2);
    await foldDirty(db);
  });

  it('is made again for an interval on request', async () => {
    const reply = await mine.client.post('/api/archive/classConfig/editRecalcBcpp', {
      consumerId: mine.consumerId, dataAmmeterId: meter2, fromDt: '2025-07-02', toDt: '2025-07-03',
    }); // prettier-ignore
    expect(ok(reply)).toEqual({ meters: 1 });
    expect(await marks()).toEqual([
      { meter: meter2, from: '2025-07-02 00:00:00', to: '2025-07-04 00:00:00' },
    ]);
  });
});
