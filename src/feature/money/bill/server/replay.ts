import { badInput } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import type { Db } from '#server/database/db.ts';
import type { Replay, ReplayRow } from '../contract.ts';
import { declaredChoices } from '../domain/declared.ts';
import { monthsNamed } from '../domain/span.ts';
import { type Book, micro, type SchemeTerms } from '../domain/terms.ts';
import { agreementsOf, type BilledSpan, billedSpans, bookOf, partiesOf } from './account.ts';
import { billOfMonth, highestOf, measure, type Measured } from './month.ts';

export interface ReplayQuestion {
  readonly consumerId: number;
  readonly measureAccount: string;
  readonly year: number;
  /** Only these schemes; all of the enterprise by default. */
  readonly planIds?: readonly number[] | undefined;
  /** A declared demand to try, kW. */
  readonly declared?: number | undefined;
  readonly capacity?: number | undefined;
}

/** Bills a past year under every scheme and every way of its basic charge that could have been chosen. */
export async function replayOf(trx: Db, question: ReplayQuestion, now: number): Promise<Replay> {
  const { consumerId, measureAccount, year } = question;
  const parties = await partiesOf(trx, await agreementsOf(trx, { consumerId, measureAccount }), now);
  const named = monthsNamed(parties, `${year}-01`, `${year}-12`);
  const last = named.at(-1)?.spans.at(-1)?.agreed;
  if (!last)
    throw badInput(
      {
        zh: `户号 ${measureAccount} 在 ${year} 年没有电价协议`,
        en: `Account ${measureAccount} has no agreement in ${year}`,
      },
      'measureAccount',
    );
  const book = await bookOf(trx, consumerId);
  const months = named
    .filter((one) => one.to <= now)
    .map((one) => ({ ...one, spans: billedSpans(one.spans, book) }));
  const capacity = question.capacity === undefined ? last.capacity : String(question.capacity);
  const wanted = [...book.schemes.values()].filter(
    ({ id }) => !question.planIds || question.planIds.includes(id),
  );

  // How the year was billed: each month under its own agreements.
  const present = (await measure(trx, months, book, 'all')).filter(({ ranges }) =>
    ranges.some(({ sum }) => sum?.energy != null),
  );
  const billed = rowOf(present, book);
  const counted = present.map((one) => one.month.month);
  const demands = present.map((one) => highestOf(one)?.demand ?? null);
  const results: ReplayRow[] = [];
  for (const scheme of wanted) {
    const under = present.map(({ month }) => ({
      ...month,
      spans: month.spans.map((span) => ({ ...span, scheme })),
    }));
    // Demands and gaps are what they were: they are not read again.
    const own = await measure(trx, under, book, present.flatMap(({ runs }) => runs)); // prettier-ignore
    const query = question.declared ?? numberOf(last.contractDemand);
    for (const { basicCharge, declared } of waysOf(scheme, capacity, demands, query)) {
      const contractDemand = declared === null ? null : String(declared);
      const row = rowOf(
        own.map((one) => billedBy(one, { basicCharge, capacity, contractDemand })),
        book,
      );
      results.push({
        ...row,
        planId: scheme.id,
        schemeName: scheme.schemeName,
        basicCharge,
        declared,
        difference: Math.round((row.total - billed.total) * 100) / 100,
        present: false,
      });
    }
  }
  const inForceNow = present.at(-1)?.month.spans.at(-1);
  const head: ReplayRow = {
    ...billed,
    planId: inForceNow?.scheme.id ?? 0,
    schemeName: [
      ...new Set(present.flatMap((one) => one.month.spans.map(({ scheme }) => scheme.schemeName))),
    ].join(' / '),
    basicCharge: inForceNow?.basicCharge ?? '0',
    declared: inForceNow?.basicCharge === '3' ? numberOf(inForceNow.contractDemand) : null,
    difference: null,
    present: true,
  };
  const demandMissing = present.flatMap((one) => (highestOf(one) === null ? [one.month.month] : []));
  const atLeast = present.some((one) => highestOf(one)?.proven);
  const others = keepBest(results, question.declared ?? numberOf(last.contractDemand))
    .filter((row) => !same(row, head))
    .toSorted((a, b) => a.total - b.total);
  return {
    measureAccount,
    year,
    rows: present.length > 0 ? [head, ...others] : [],
    counted,
    demandMissing,
    // Ways that need a demand look cheaper than they are where it was never measured, or is at least what it says.
    advice: counted.length === 0 || demandMissing.length > 0 || atLeast ? null : adviceOf(head, others[0]),
  };
}

/** A measured month under another way of its basic charge. */
function billedBy(
  { month, ranges, runs }: Measured,
  way: Pick<BilledSpan, 'basicCharge' | 'capacity' | 'contractDemand'>,
): Measured {
  return {
    month: { ...month, spans: month.spans.map((span) => ({ ...span, ...way })) },
    ranges: ranges.map((range) => ({ ...range, span: { ...range.span, ...way } })),
    runs,
  };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** The ways of the basic charge that a scheme has prices for; of contract demand those that could be cheapest. */
function waysOf(
  scheme: SchemeTerms,
  capacity: string | null,
  demands: readonly (bigint | null)[],
  declared: number | null,
): { basicCharge: string; declared: number | null }[] {
  if (scheme.basicCharge === '0') return [{ basicCharge: '0', declared: null }];
  const ways: { basicCharge: string; declared: number | null }[] = [];
  if (scheme.capacityPrice !== null && capacity !== null) ways.push({ basicCharge: '1', declared: null });
  if (scheme.demandPrice === null) return ways;
  ways.push({ basicCharge: '2', declared: null });
  // A demand that was never measured is not one of 0: then only the declared demand that is asked for is told.
  const known = demands.flatMap((demand) => demand ?? []);
  const query = declared === null ? [] : [declared];
  for (const one of known.length < demands.length ? query : declaredChoices(known, micro(capacity), declared))
    ways.push({ basicCharge: '3', declared: one });
  return ways;
}

/** Of the declared demands of a scheme the cheapest, beside the one that was asked for (the first tried). */
function keepBest(rows: readonly ReplayRow[], wanted: number | null): ReplayRow[] {
  const best = new Map<string, ReplayRow>();
  const query: ReplayRow[] = [];
  for (const row of rows) {
    const key = `${row.planId} ${row.basicCharge}`;
    const known = best.get(key);
    if (!known) best.set(key, row);
    if (!known && row.basicCharge === '3' && row.declared === wanted) query.push(row);
    if (known && row.total < known.total) best.set(key, row);
  }
  return [...new Set([...best.values(), ...query])];
}

/** The way in force is told once. */
const same = (a: ReplayRow, b: ReplayRow): boolean =>
  a.planId === b.planId &&
  a.basicCharge === b.basicCharge &&
  a.declared === b.declared &&
  a.total === b.total;

type Sum = Pick<ReplayRow, 'energy' | 'basic' | 'factor' | 'other' | 'total' | 'months'>;

function rowOf(list: readonly Measured[], book: Book): Sum {
  let [energy, basic, factor, other] = [0n, 0n, 0n, 0n];
  const months = list.map((one) => {
    const computed = billOfMonth(one, book);
    for (const { part, amount } of computed?.bill.lines ?? []) {
      if (part.startsWith('energy') || part.startsWith('spot')) energy += amount;
      else if (part === 'powerFactor') factor += amount;
      else if (/^(capacity|actual|contract|over|stop)/.test(part)) basic += amount;
      else other += amount;
    }
    return { month: one.month.month, total: computed ? yuanOf(computed.bill.total) : null };
  });
  return {
    energy: yuanOf(energy),
    basic: yuanOf(basic),
    factor: yuanOf(factor),
    other: yuanOf(other),
    total: yuanOf(energy + basic + factor + other),
    months,
  };
}

const WAYS: Readonly<Record<string, Text>> = {
  0: { zh: '不计基本电费', en: 'no basic charge' },
  1: { zh: '按变压器容量', en: 'by capacity' },
  2: { zh: '按实际最大需量', en: 'by actual demand' },
  3: { zh: '按合同需量', en: 'by contract demand' },
};

function adviceOf(present: ReplayRow, best: ReplayRow | undefined): Text | null {
  if (!best) return null;
  const saved = Math.round((present.total - best.total) * 100) / 100;
  if (saved <= 0)
    return { zh: '现行方式已是其中最便宜的', en: 'What is in force is the cheapest of these already' };
  const way = WAYS[best.basicCharge] ?? { zh: '', en: '' };
  const kW = best.declared === null ? '' : ` ${best.declared} kW`;
  return {
    zh: `“${best.schemeName}”${way.zh}${kW} 全年可省 ${saved} 元`,
    en: `“${best.schemeName}” ${way.en}${kW} would have saved ${saved} yuan in the year`,
  };
}
