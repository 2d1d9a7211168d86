import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import {
  type BasicCharge,
  discounted,
  LEAST_DECLARED_PERCENT,
  LEAST_STOP_DAYS,
  stoppedShare,
  usedWell,
} from '#domain/tariff/basicCharge.ts';
import type { BasicPart, BillPart, Stop } from '#domain/tariff/bill.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import {
  joined,
  keyOf,
  lastingOf,
  type MeasuredMonth,
  type MeasuredRange,
  sumOf,
  type TermDoubt,
} from './measured.ts';
import { daysOfRange } from './span.ts';
import { type Book, known, type StopRow } from './terms.ts';

interface Basics {
  readonly basics: readonly BasicPart[];
  readonly demandMissing: boolean;
  readonly doubts: readonly TermDoubt[];
}

/**
 * The basic charges of a run of ranges, each for its days. The maximum demand is that of the whole time in which the
 * object is billed without a break in the month, as it is read once a month.
 */
export function basicsOf(measured: MeasuredMonth, run: readonly MeasuredRange[], book: Book): Basics {
  const doubts: TermDoubt[] = [];
  let demandMissing = false;
  const well = usedWellIn(measured);
  const lists = joined(run, ({ span, capacityPrice, demandPrice }) => {
    const { basicCharge: kind, capacity, contractDemand, agreed } = span;
    if (kind === '0') return null;
    return kind === '1'
      ? keyOf([kind, capacity, capacityPrice])
      : keyOf([kind, kind === '3' && contractDemand, demandPrice, agreed.demandDiscount]);
  });
  const basics = lists.flatMap((list): BasicPart[] => {
    const lasting = lastingOf(measured.month, list);
    const [first] = list;
    if (!first || lasting.days?.days === 0) return [];
    const { basicCharge: kind, agreed } = first.span;
    const reduced = kind !== '1' && agreed.demandDiscount && well === true;
    if (kind !== '1' && agreed.demandDiscount && well === null) doubts.push({ part: PARTS[kind] ?? 'actual', ...NO_RATIO }); // prettier-ignore
    const reported = measured.runs.find(({ from, to }) => from <= lasting.from && lasting.to <= to)?.demand
      ?.reported;
    // Of an object that nobody measured nothing is known.
    const peak = list.every(({ sum }) => sum?.energy == null) ? null : reported?.maximum;
    demandMissing ||= kind !== '1' && !peak;
    const found = chargeOf(first, peak?.demand ?? null, reduced);
    if (found && 'remedy' in found) doubts.push(found);
    if (!found || 'remedy' in found) return [];
    doubts.push(...list.flatMap(declaredDoubts));
    const { days } = lasting;
    const own = days ?? daysOfRange(agreed.zone, lasting, first.span.monthDays);
    const { stops, excess } = kind === '1' ? stopsOf(book.stops, first, lasting, own.days) : NO_STOPS;
    doubts.push(...excess);
    return [
      {
        charge: found,
        ...(days ? { days } : {}),
        ...(reduced ? { discounted: true } : {}),
        ...(stops.length > 0 ? { stops } : {}),
      },
    ];
  });
  return { basics, demandMissing, doubts };
}

const PARTS: Readonly<Record<string, BillPart>> = { 1: 'capacity', 2: 'actual', 3: 'contract' };

const lacking = (part: BillPart, what: Text, remedy: Text): TermDoubt => ({
  part,
  text: { zh: `${what.zh}：合计不含此项`, en: `${what.en}: the total is without it` },
  remedy,
});

const NO_CAPACITY = [
  { zh: '协议没有填写变压器容量', en: 'The agreement states no capacity' },
  { zh: '在电价协议中填写变压器容量', en: 'Enter the capacity in the agreement' },
] as const;
const NO_DECLARED = [
  { zh: '协议没有填写合同需量', en: 'The agreement states no contract demand' },
  { zh: '在电价协议中填写合同需量', en: 'Enter the contract demand in the agreement' },
] as const;
const NO_PRICE = [
  { zh: '方案没有容（需）量电价', en: 'The scheme states no price of capacity or demand' },
  { zh: '在电价方案中填写容（需）量电价', en: 'Enter the price in the scheme' },
] as const;

/** The charge as far as it is known: a demand that was never measured is not one of 0, nor is a capacity never stated. */
function chargeOf(
  { span, capacityPrice, demandPrice }: MeasuredRange,
  demand: bigint | null,
  reduced: boolean,
): BasicCharge | TermDoubt | null {
  const { basicCharge: kind } = span;
  const [kva, declared] = [known(span.capacity), known(span.contractDemand)];
  if (kind === '1') {
    if (kva === null) return lacking('capacity', ...NO_CAPACITY);
    if (capacityPrice === null) return lacking('capacity', ...NO_PRICE);
    return { kind: 'capacity', kva, price: capacityPrice };
  }
  const part = PARTS[kind] ?? 'actual';
  if (demandPrice === null) return lacking(part, ...NO_PRICE);
  const price = reduced ? discounted(demandPrice) : demandPrice;
  if (kind === '2') return demand === null ? null : { kind: 'actual', demand, price };
  if (declared === null) return lacking(part, ...NO_DECLARED);
  return { kind: 'contract', demand: demand ?? 0n, declared, price };
}

/** A contract demand below the least share of the capacity was entered before that was refused. */
function declaredDoubts({ span }: MeasuredRange): TermDoubt[] {
  const [kva, declared] = [known(span.capacity), known(span.contractDemand)];
  if (span.basicCharge !== '3' || kva === null || declared === null) return [];
  if (declared * 100n >= kva * LEAST_DECLARED_PERCENT) return [];
  const [kW, capacity] = [microToNumber(declared), microToNumber(kva)];
  return [
    {
      part: 'contract',
      text: {
        zh: `合同需量 ${kW} kW 低于变压器容量 ${capacity} kVA 的 ${LEAST_DECLARED_PERCENT}%，供电企业不会这样核定`,
        en: `The contract demand of ${kW} kW is less than ${LEAST_DECLARED_PERCENT}% of the capacity of ${capacity} kVA, which no supplier agrees to`,
      },
      remedy: {
        zh: '核对电价协议中的合同需量与容量',
        en: 'Check contract demand and capacity in the agreement',
      },
    },
  ];
}

const NO_RATIO = {
  text: {
    zh: '每千伏安月用电 260 kWh 以上需量电价 9 折，而协议没有填写变压器容量：按未折扣计',
    en: 'Demand costs nine tenths from 260 kWh per kVA on, and the agreement states no capacity: charged in full',
  },
  remedy: { zh: '在电价协议中填写变压器容量', en: 'Enter the capacity in the agreement' },
};

/** Energy of the month per kVA of its mean capacity, millionths; null where a capacity is not stated. */
export function perKvaOf({ month, ranges }: MeasuredMonth): { energy: bigint; kva: bigint } | null {
  let [kvaDays, days] = [0n, 0n];
  for (const span of month.spans) {
    const kva = known(span.capacity);
    if (kva === null) return null;
    const own = BigInt(daysOfRange(span.agreed.zone, span, span.monthDays).days);
    kvaDays += kva * own;
    days += own;
  }
  return days === 0n ? null : { energy: sumOf(ranges, ({ sum }) => sum?.energy), kva: kvaDays / days };
}

/** Whether a month uses its capacity so well that demand costs nine tenths; null where a capacity is not stated. */
export function usedWellIn(measured: MeasuredMonth): boolean | null {
  const found = perKvaOf(measured);
  return found && usedWell(found.energy, found.kva);
}

interface Stopped {
  readonly stops: readonly Stop[];
  /** Of stops that are more than the agreement has. */
  readonly excess: readonly TermDoubt[];
}

const NO_STOPS: Stopped = { stops: [], excess: [] };

/**
 * The stops of an account that lie in days of its capacity charge, the earlier first. Of one that finds less than it
 * stops on any of its days no more is taken off than that.
 * @param charged days of the charge
 */
function stopsOf(
  rows: readonly StopRow[],
  { span: { agreed, monthDays, capacity } }: MeasuredRange,
  range: Range,
  charged: number,
): Stopped {
  const { zone } = agreed;
  const held: Held[] = [];
  const excess: TermDoubt[] = [];
  const stops = rows.flatMap((stop): Stop[] => {
    if (stop.measureAccount !== agreed.measureAccount) return [];
    const [begin, end] = [dayOfDate(stop.from), stop.to === null ? Infinity : dayOfDate(stop.to) + 1];
    const from = Math.max(range.from, zone.startOfDay(begin));
    const to = end === Infinity ? range.to : Math.min(range.to, zone.startOfDay(end));
    const days = zone.localDay(to) - zone.localDay(from);
    if (from >= to || days === 0 || end - begin < LEAST_STOP_DAYS) return [];
    const share = stoppedShare(days, charged, monthDays);
    const [since = '', until = ''] = [from, to - 1].map((t) => dateOfDay(zone.localDay(t)));
    const asked = known(stop.kva) ?? 0n;
    const left = leftIn({ from, to }, known(capacity) ?? 0n, held);
    const kva = asked < left ? asked : left;
    if (kva < asked) excess.push(beyondCapacity(since, asked, left));
    if (kva === 0n) return [];
    held.push({ from, to, kva });
    return [
      { id: stop.id, kva, share, days: { since, until, days: Number(share.num), of: Number(share.den) } },
    ];
  });
  return { stops, excess };
}

interface Held extends Range {
  readonly kva: bigint;
}

/** What of a capacity is left on every day of a range, beside what is held of it. */
function leftIn({ from, to }: Range, capacity: bigint, held: readonly Held[]): bigint {
  const begins = [from, ...held.map((one) => one.from).filter((at) => from < at && at < to)];
  const left = begins.map((at) =>
    held.reduce((rest, one) => (one.from <= at && at < one.to ? rest - one.kva : rest), capacity),
  );
  return left.reduce((least, one) => (one < least ? one : least));
}

function beyondCapacity(since: string, stopped: bigint, left: bigint): TermDoubt {
  const [kva, rest] = [microToNumber(stopped), microToNumber(left)];
  return {
    part: 'capacity',
    text: {
      zh: `从 ${since} 起暂停 ${kva} kVA，而协议容量只有 ${rest} kVA 可暂停：只减收 ${rest} kVA`,
      en: `From ${since} on ${kva} kVA are stopped, of which the agreement has ${rest} kVA: only these are taken off`,
    },
    remedy: {
      zh: '核对容量暂停的结束日期，以及电价协议中的容量',
      en: 'Check when the stop ends, and the capacity in the agreement',
    },
  };
}
