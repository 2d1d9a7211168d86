import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import { DEEP_VALLEY, isShown, PERIOD_NUMBERS } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import type { Db } from '#server/database/db.ts';
import type { IssuedBill, IssuedDifference } from '../contract.ts';
import { type FoundBill, metersOf, partsOf } from './billRows.ts';
import type { BillKey, viewOf } from './billView.ts';
import { itemOf, keyOfLine } from './lineText.ts';
import { highestOf } from './month.ts';
import type { BilledSpan } from './account.ts';
import { joined, keyOf, standardOf } from '../domain/measured.ts';
import type { SpotHour } from '#domain/tariff/spot.ts';
import { dateAt, timeAt } from '#domain/time/text.ts';

/** A bill as it is kept: every figure it was made of. Amounts in fen, energies in millionths, as decimal texts. */
interface Snapshot {
  readonly total: string;
  readonly lines: readonly { readonly key: string; readonly item: Text; readonly amount: string }[];
  readonly terms: Readonly<Record<string, string | null>>;
  readonly days: readonly (readonly [string, string | null])[];
  readonly lagging: string | null;
  readonly leading: string | null;
  readonly demand: string | null;
}

type Found = Awaited<ReturnType<typeof viewOf>>;

const TERMS: Readonly<Record<string, Text>> = {
  scheme: { zh: '电价方案', en: 'Scheme' },
  basicCharge: { zh: '基本电费方式', en: 'Basic charge' },
  factorStandard: { zh: '功率因数标准', en: 'Power-factor standard' },
  reactive: { zh: '无功计量', en: 'Reactive energy' },
  capacity: { zh: '变压器容量', en: 'Capacity' },
  contractDemand: { zh: '合同需量', en: 'Contract demand' },
  prices: { zh: '电价', en: 'Prices' },
  demandPrice: { zh: '容（需）量电价', en: 'Price of capacity or demand' },
  fees: { zh: '费用参数', en: 'Fees' },
  spot: { zh: '现货曲线', en: 'Spot curves' },
  stops: { zh: '容量暂停', en: 'Stopped capacity' },
  dates: { zh: '协议日期', en: 'Dates of agreements' },
};

function termsOf({ measured, bill }: FoundBill): Snapshot['terms'] {
  const { ranges, month } = measured;
  const runs = joined(ranges, ({ prices, reversePrice, fundPrice }) =>
    keyOf([...PERIOD_NUMBERS.map((period) => prices[period]), reversePrice, fundPrice]),
  );
  const prices = runs.flatMap(([first]) => {
    if (!first) return [];
    const { prices: own, reversePrice, fundPrice, span } = first;
    return [
      [
        runs.length === 1 ? '' : dateAt(span.agreed.zone, first.from),
        // Said where it is another than that of the valley: bills of before deep valley said four.
        ...PERIOD_NUMBERS.filter((period) => isShown(period, own[DEEP_VALLEY] !== own[4])).map((period) =>
          number(own[period]),
        ),
        number(reversePrice),
        number(fundPrice),
      ].join(' '),
    ];
  });
  /** What spans say one after the other, as long as it changes. */
  const reported = (of: (span: BilledSpan) => string | null): string | null => {
    const all = month.spans.map(of);
    const changes = all.filter((value, i) => i === 0 || value !== all[i - 1]);
    return changes.length > 1 ? changes.map((value) => value ?? '--').join(' → ') : (changes[0] ?? null);
  };
  const priced = bill.lines.filter((line) => ['capacity', 'actual', 'contract'].includes(line.part));
  const fees = bill.lines.filter((line) => line.part.startsWith('fee'));
  const written = new Map(
    ranges.flatMap((range) => range.fees).map((fee) => [`fee${fee.id}`, fee.writtenName]),
  );
  const hours = ranges.flatMap(({ spot }) => spot);
  const stops = bill.lines.flatMap(({ part, quantity, days }) =>
    part.startsWith('stop') ? [`${number(quantity)} kVA ${days?.since} – ${days?.until}`] : [],
  );
  const spans = partsOf(measured).map(({ since, until }) => `${since} – ${until}`);
  return {
    scheme: reported(({ scheme }) => scheme.writtenName ?? scheme.schemeName),
    basicCharge: reported(({ basicCharge }) => basicCharge),
    factorStandard: reported(standardOf),
    reactive: reported(({ scheme }) => scheme.reactive),
    capacity: reported(({ capacity }) => capacity),
    contractDemand: reported(({ contractDemand }) => contractDemand),
    prices: prices.join('; '),
    demandPrice: priced.map((line) => number(line.price)).join(' '),
    fees: fees.map((line) => `${written.get(line.part) ?? line.name} ${number(line.price)}`).join('; '),
    ...(hours.length > 0 ? { spot: spotText(hours) } : {}),
    ...(stops.length > 0 ? { stops: stops.join('; ') } : {}),
    ...(spans.length > 0 ? { dates: spans.join('; ') } : {}),
  };
}

/** What the curves of a month say, short enough to be read beside what they say now. */
function spotText(hours: readonly SpotHour[]): string {
  const sum = (of: (hour: SpotHour) => bigint | null): number =>
    microToNumber(hours.reduce((total, hour) => total + (of(hour) ?? 0n), 0n));
  const mean = (of: (hour: SpotHour) => bigint | null): string => (sum(of) / hours.length).toFixed(6);
  return [
    `${hours.length} h`,
    `P_RT ${mean((hour) => hour.realTime)}`,
    `P_DA ${mean((hour) => hour.dayAhead)}`,
    `P_LT ${mean((hour) => hour.contractPrice)}`,
    `Q_LT ${sum((hour) => hour.contractQuantity)} kWh`,
    `Q_DA ${sum((hour) => hour.dayAheadQuantity)} kWh`,
  ].join(', ');
}

const number = (micro: bigint | null): string => (micro === null ? '' : String(microToNumber(micro)));
const text = (value: bigint | null): string | null => (value === null ? null : String(value));

function snapshotOf({ found, days }: Found): Snapshot {
  const { bill, lagging, leading, measured } = found;
  return {
    total: String(bill.total),
    lines: bill.lines.map((line) => ({
      key: keyOfLine(line),
      item: itemOf(line),
      amount: String(line.amount),
    })),
    terms: termsOf(found),
    days: days.map((day) => [day.date, text(day.energy)] as const),
    lagging: text(lagging),
    leading: text(leading),
    demand: text(highestOf(measured)?.demand ?? null),
  };
}

/** Keeps a bill as it is now. @throws Fault 409 where the month is not over, or was issued already */
export async function issue(trx: Db, key: BillKey, found: Found, employeeId: number): Promise<void> {
  if (found.view.unfinished)
    throw conflict({ zh: '该结算月尚未结束', en: 'The settlement month is not over' }, 'month');
  const { rows } = await sql`
    insert into bill_issue (consumer_id, measure_account, month, snapshot, issued_by)
    values (${key.consumerId}, ${key.measureAccount}, ${key.month}, ${JSON.stringify(snapshotOf(found))}, ${employeeId})
    on conflict (consumer_id, measure_account, month) do nothing returning id`.execute(trx);
  if (rows.length === 0)
    throw conflict({ zh: '该月账单已出账', en: 'The bill of this month is issued already' }, 'month');
}

/** Takes an issued bill back. */
export async function revoke(trx: Db, { consumerId, measureAccount, month }: BillKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from bill_issue where consumer_id = ${consumerId} and measure_account = ${measureAccount}
      and month = ${month}`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** The bill as it was issued, what is different now and why; null where it was not issued. */
export async function issuedOf(
  trx: Db,
  { consumerId, measureAccount, month }: BillKey,
  now: Found,
): Promise<IssuedBill | null> {
  const { rows } = await sql<{ snapshot: Snapshot; at: Date; by: string | null }>`
    select b.snapshot, b.issued_at as at, shown_name(e.name, e.name_en) as by from bill_issue b left join org_employee e on e.id = b.issued_by
    where b.consumer_id = ${consumerId} and b.measure_account = ${measureAccount} and b.month = ${month}`.execute(
    trx,
  );
  const row = rows[0];
  if (!row) return null;
  const { snapshot } = row;
  const present = snapshotOf(now);
  const days = changedDays(snapshot, now);
  return {
    issuedAt: row.at.getTime(),
    issuedBy: row.by,
    total: yuanOf(BigInt(snapshot.total)),
    differences: differencesOf(snapshot, present),
    causes: [
      ...causesOf(snapshot, present, days.length),
      ...(days.length > 0 ? await sourcesOf(trx, now, row.at) : []),
    ],
    days,
  };
}

function differencesOf(before: Snapshot, now: Snapshot): IssuedDifference[] {
  const keys = [...new Set([...before.lines, ...now.lines].map((line) => line.key))];
  return keys.flatMap((key): IssuedDifference[] => {
    const [old, own] = [before, now].map(({ lines }) => lines.find((line) => line.key === key));
    const by = BigInt(own?.amount ?? 0) - BigInt(old?.amount ?? 0);
    if (by === 0n) return [];
    const yuan = (line: typeof old): number | null => (line ? yuanOf(BigInt(line.amount)) : null);
    return [
      {
        item: (own ?? old)?.item ?? { zh: key, en: key },
        issued: yuan(old),
        now: yuan(own),
        difference: yuanOf(by),
      },
    ];
  });
}

function causesOf(before: Snapshot, now: Snapshot, days: number): Text[] {
  const causes = Object.entries(TERMS).flatMap(([key, name]): Text[] => {
    const [old, own] = [before.terms[key] ?? '--', now.terms[key] ?? '--'];
    return old === own
      ? []
      : [{ zh: `${name.zh}由 ${old} 改为 ${own}`, en: `${name.en} changed from ${old} to ${own}` }];
  });
  if (days > 0) causes.push({ zh: `${days} 天的电量已变化`, en: `The energy of ${days} days has changed` });
  else if (
    BigInt(before.lagging ?? 0) !== BigInt(now.lagging ?? 0) ||
    BigInt(before.leading ?? 0) !== BigInt(now.leading ?? 0)
  )
    causes.push({ zh: '无功电量已变化', en: 'Reactive energy has changed' });
  if (before.demand !== now.demand)
    causes.push({
      zh: `最大需量由 ${shown(before.demand)} 变为 ${shown(now.demand)} kW`,
      en: `The maximum demand changed from ${shown(before.demand)} to ${shown(now.demand)} kW`,
    });
  if (causes.length === 0 && before.lines.some((line, i) => line.amount !== now.lines[i]?.amount))
    causes.push({ zh: '分时时段已变化', en: 'The tariff periods have changed' });
  return causes;
}

const shown = (micro: string | null): string => (micro === null ? '--' : number(BigInt(micro)));

function changedDays(before: Snapshot, { days }: Found): IssuedBill['days'] {
  const old = new Map(before.days);
  return days.flatMap(({ date, from, energy }) => {
    const was = old.get(date) ?? null;
    if (was === text(energy)) return [];
    const kWh = (value: string | null): number | null =>
      value === null ? null : microToNumber(BigInt(value));
    return [{ date, at: from, issued: kWh(was), now: kWh(text(energy)) }];
  });
}

/** What people brought in since, of the meters and the month. */
async function sourcesOf(trx: Db, { view, found }: Found, since: Date): Promise<Text[]> {
  const ids = metersOf(found.measured).map((one) => one.meterId);
  const { rows } = await sql<{ name: string; at: Date; by: string | null; status: number }>`
    select distinct s.id, s.name, s.created_at as at, s.status::integer as status, shown_name(e.name, e.name_en) as by
    from data_source s join data_source_meter m on m.source = s.id left join org_employee e on e.id = s.created_by
    where m.meter_id = any(${ids}::integer[]) and m.from_ts < ${new Date(view.to)} and m.to_ts >= ${new Date(view.from)}
      and s.created_at > ${since} order by s.created_at limit 20`.execute(trx);
  return rows.map(({ name, at, by, status }) => {
    const when = timeAt('UTC', at);
    return {
      zh: `${when} UTC ${by ?? ''} 的“${name}”${status === 2 ? '（已撤销）' : ''}`,
      en: `“${name}” by ${by ?? '--'}, ${when} UTC${status === 2 ? ', undone' : ''}`,
    };
  });
}
