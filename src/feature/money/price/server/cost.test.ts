import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { PERIOD_NUMBERS } from '#contract/period.ts';
import { type PeriodRules } from '#contract/periodRule.ts';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import { foldDirty, rebuild, storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { dateOfDay } from '#domain/time/date.ts';
import { applyChange } from '#feature/money/calendar/server/change.ts';
import { buildMeters, usageText } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { RUNS_MS, runs } from '#test/runs.ts';
import type { JsonRow } from '#server/resource/slot.ts';
import { applyPriceChange, type PriceChange } from './change.ts';

vi.setConfig({ testTimeout: RUNS_MS });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const HOME = 8 * 3_600_000;
const DAY0 = 20_385;
/** Midnight in the plant's zone, late in October. */
const START = DAY0 * 86_400_000 - HOME;

/** The valley's night, and deep valley over noon. */
const WITH_DEEP: PeriodRules = {
  rules: [
    {
      segments: [
        { begin: '00:00', end: '08:00', period: 4 },
        { begin: '08:00', end: '11:15', period: 2 },
        { begin: '11:15', end: '14:00', period: 5 },
        { begin: '14:00', end: '24:00', period: 3 },
      ],
    },
  ],
};

const price = fc.integer({ min: 0, max: 2_000_000 }).map((micro) => (micro / 1e6).toFixed(6));
const prices = fc.record({
  price1: price,
  price2: price,
  price3: price,
  price4: price,
  price5: fc.option(price),
  reversePrice: fc.option(price),
});
type Prices = Readonly<Record<'price1' | 'price2' | 'price3' | 'price4', string>> & {
  readonly price5: string | null;
  readonly reversePrice: string | null;
};

const history = fc.record({
  readings: fc.uniqueArray(
    fc.record({ quarter: fc.integer({ min: 0, max: 500 }), code: fc.constantFrom('PP', 'PP', 'PP', 'RP') }),
    { minLength: 3, maxLength: 60, selector: ({ quarter, code }) => `${quarter} ${code}` },
  ),
  scheme: prices,
  versions: fc.uniqueArray(
    fc.record({ day: fc.integer({ min: DAY0 - 1, max: DAY0 + 5 }), prices, after: fc.nat(4) }),
    {
      maxLength: 3,
      selector: ({ day }) => day,
    },
  ),
  site: fc.option(
    fc.record({ from: fc.integer({ min: 0, max: 3 }), days: fc.integer({ min: 0, max: 3 }), prices }),
  ),
  begin: fc.integer({ min: -1, max: 3 }),
  calendar: fc.constantFrom(null, GUANGDONG, WITH_DEEP),
});

const table = { priceScheme: 'price_scheme', priceVersion: 'price_version', priceAgreement: 'price_agreement', priceMarket: 'price_market' }; // prettier-ignore

/** Writes a row as the calls do: the row, and what it makes differ, in one transaction. */
async function write(resource: PriceChange['resource'], row: Record<string, unknown>): Promise<number> {
  return database.db.transaction().execute(async (trx) => {
    const entries = Object.entries(row).map(([key, value]) => [key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value] as const); // prettier-ignore
    const { rows } = await sql<{ id: number }>`insert into ${sql.table(table[resource])}
      (${sql.join(entries.map(([name]) => sql.ref(name)))}) values (${sql.join(entries.map(([, value]) => value))}) returning id`.execute(
      trx,
    );
    const id = rows[0]?.id ?? 0;
    await applyPriceChange(trx, Number(row['consumerId']), {
      resource,
      before: null,
      after: { ...row, id } as JsonRow,
    });
    return id;
  });
}

const addScheme = (consumerId: number, name: string, own: Prices): Promise<number> =>
  write('priceScheme', { schemeName: name, consumerId, schemeType: '1', basicCharge: '0', factorStandard: '0', reactive: '1', ...own }); // prettier-ignore
const addVersion = (consumerId: number, planId: number, day: number, own: Prices): Promise<number> =>
  write('priceVersion', { versionName: 'v', consumerId, planId, validFrom: dateOfDay(day), ...own });
const agree = (consumerId: number, orgId: number, planId: number, from: number, to: number | null): Promise<number> =>
  write('priceAgreement', {
    measureAccount: `A-${orgId}`, consumerId, orgId, planId, beginDt: dateOfDay(from),
    endDt: to === null ? null : dateOfDay(to), approveState: '3', demandDiscount: false,
  }); // prettier-ignore

async function addCalendar(consumerId: number, rules: PeriodRules): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const row = { timezoneName: 'g', siteIdList: null, validFrom: '2020-01-01', rules };
    const { rows } = await sql<{
      id: number;
    }>`insert into timezone (timezone_name, consumer_id, valid_from, rules)
      values ('g', ${consumerId}, '2020-01-01', ${JSON.stringify(rules)}) returning id`.execute(trx);
    const after = { ...row, id: rows[0]?.id ?? 0 };
    await applyChange(trx, consumerId, { resource: 'timezone', before: null, after });
  });
}

type Case = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Slow and obvious: every quarter's energies times the price that a person would look up for its date. */
async function oracle(meterId: number, { scheme, versions, site, begin }: Case): Promise<unknown[]> {
  const { rows } = await sql<Record<string, string | null> & { ts: Date }>`
    select ts, pp, rp, pp1, pp2, pp3, pp4, pp5 from usage where meter_id = ${meterId} and level = 1 order by ts`.execute(
    database.db,
  );
  const exact = (text: string): bigint => BigInt(text.replace('.', ''));
  const total = new Map<string, bigint>();
  for (const row of rows) {
    const day = Math.floor((row.ts.getTime() + HOME) / 86_400_000);
    let own: Prices | undefined;
    if (site && day >= DAY0 + site.from && day <= DAY0 + site.from + site.days) own = site.prices;
    else if (day >= DAY0 + begin) {
      own = scheme;
      for (const version of versions.toSorted((a, b) => a.day - b.day))
        if (version.day <= day)
          own = {
            ...version.prices,
            price5: version.prices.price5 ?? own.price5,
            reversePrice: version.prices.reversePrice ?? own.reversePrice,
          };
    }
    if (!own || row['pp'] == null) continue;
    const add = (name: string, value: bigint): void => void total.set(name, (total.get(name) ?? 0n) + value);
    let placed = 0n;
    for (const period of PERIOD_NUMBERS) {
      const energy = row[`pp${period}`];
      if (energy == null) continue;
      placed += BigInt(energy);
      const cost = BigInt(energy) * exact(own[`price${period}`] ?? own.price4);
      add(`cz${period}`, cost);
      add('cz', cost);
    }
    add('cz', (BigInt(row['pp']) - placed) * exact(own.price3));
    if (row['rp'] != null && own.reversePrice !== null)
      add('rcz', BigInt(row['rp']) * exact(own.reversePrice));
  }
  return ['cz', 'cz1', 'cz2', 'cz3', 'cz4', 'cz5', 'rcz'].map((name) => total.get(name) ?? null);
}

async function yearOf(meterId: number): Promise<unknown[]> {
  const { rows } = await sql<Record<string, string | null>>`
    select cz, cz1, cz2, cz3, cz4, cz5, rcz from usage where meter_id = ${meterId} and level = 5`.execute(
    database.db,
  );
  return Object.values(rows[0] ?? {}).map((cell) => (cell === null ? null : BigInt(cell.replace('.', ''))));
}

it('prices before, between or after the readings: the same cost, also rebuilt, also as a sum, equal to a slow oracle', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const serial = run++;
      const early = await buildMeters(database.db, { name: `early ${serial}` });
      const late = await buildMeters(database.db, { meters: 2, name: `late ${serial}` });
      const [first = 0, second = 0, sum = 0] = [...early.meterIds, ...late.meterIds];
      await sql`update ammeter set device_type = '11' where id = ${sum}`.execute(database.db);
      await sql`insert into ammeter_sum (ammeter_id, child_id, sign, consumer_id) values (${sum}, ${second}, -1, ${late.consumerId})`.execute(
        database.db,
      );
      const send = async (meter: number, list: Case['readings']): Promise<void> => {
        const builder = new BatchBuilder();
        for (const { quarter, code } of list) {
          builder.row(meter, START + quarter * 900_000);
          builder.set(codeIndex(code), (quarter * 7) / 3);
        }
        await storeReadings(database.db, builder.batch(), { source: 0 });
      };
      const { site, begin } = one;
      const siteScheme = async ({ consumerId, siteId }: typeof early): Promise<void> => {
        if (!site) return;
        const planId = await addScheme(consumerId, 'site', site.prices);
        await agree(consumerId, siteId, planId, DAY0 + site.from, DAY0 + site.from + site.days);
      };
      // All prices first, then all readings.
      if (one.calendar) await addCalendar(early.consumerId, one.calendar);
      const planEarly = await addScheme(early.consumerId, 'all', one.scheme);
      await agree(early.consumerId, early.consumerId, planEarly, DAY0 + begin, null);
      await siteScheme(early);
      for (const { day, prices: own } of one.versions)
        await addVersion(early.consumerId, planEarly, day, own);
      await send(first, one.readings);
      await foldDirty(database.db);
      // Readings in parts, each folded; prices come between them.
      const planLate = await addScheme(late.consumerId, 'all', one.scheme);
      const part = Math.ceil(one.readings.length / 5);
      for (let i = 0; i < 5; i++) {
        await send(second, one.readings.slice(i * part, (i + 1) * part));
        await foldDirty(database.db);
        if (i === 1) await agree(late.consumerId, late.consumerId, planLate, DAY0 + begin, null);
        if (i === 2) await siteScheme(late);
        if (i === 3 && one.calendar) await addCalendar(late.consumerId, one.calendar);
        for (const { day, prices: own } of one.versions.filter((version) => version.after === i))
          await addVersion(late.consumerId, planLate, day, own);
        await foldDirty(database.db);
      }
      const once = await usageText(database.db, second);
      expect(once).toEqual(await usageText(database.db, first));
      await rebuild(database.db, second);
      expect(await usageText(database.db, second)).toEqual(once);
      const expected = await oracle(second, one);
      expect(await yearOf(second)).toEqual(expected);
      const negative = expected.map((cost) => (typeof cost === 'bigint' ? -cost : null));
      if (expected.some((cost) => cost !== null) && one.begin < 0)
        expect(await yearOf(sum)).toEqual(negative);
    }),
    runs(4),
  );
});
