import { badInput } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { askAbout, dateAt } from '#feature/overview/server/public.ts';
import { priceRows, queryableOf } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Replay, ReplayRow } from '../contract.ts';
import { declaredChoices } from '../domain/declared.ts';
import { micro } from '../domain/terms.ts';
import { type Agreement, agreementsOf, feesOf, schemesOf, type SchemeTerms } from './account.ts';
import { monthNamed } from './billView.ts';
import { type Arrangement, billOfMonth, measure, type Measured } from './month.ts';
import { type MonthFacts, monthFacts } from './monthFacts.ts';

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
  const range = { begin: `${year - 1}-12-01`, end: `${year + 1}-01-31` };
  const agreements = await agreementsOf(trx, { consumerId, measureAccount }, range);
  const [any] = agreements;
  if (!any)
    throw badInput(
      {
        zh: `户号 ${measureAccount} 在 ${year} 年没有电价协议`,
        en: `Account ${measureAccount} has no agreement in ${year}`,
      },
      'measureAccount',
    );
  const asked = await askAbout(trx, { orgId: any.orgId, dataType: '1' }, now);
  const { zone, signed } = asked;
  const months = Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`).flatMap(
    (name) => {
      const month = monthNamed(zone, any, name);
      return month && month.to <= now ? [month] : [];
    },
  );
  const inForce = (from: number): Agreement | undefined => {
    const first = dateAt(zone, from);
    return agreements.find((one) => one.begin <= first && (one.end === null || one.end >= first));
  };
  const schemes = await schemesOf(trx, consumerId);
  const rows = await priceRows(queryableOf(trx), consumerId);
  const fees = await feesOf(trx, consumerId);
  const last = agreements.at(-1) ?? any;
  const capacity = question.capacity === undefined ? last.capacity : String(question.capacity);
  const wanted = [...schemes.values()].filter(({ id }) => !question.planIds || question.planIds.includes(id));
  // Demands are the same under all schemes; what reactive energy must be known differs by how it counts.
  const needs = { basicCharge: '2', factorStandard: '90' };
  const facts = await monthFacts(trx, asked, months, { ...needs, reactive: '1' });
  const lagging = await monthFacts(trx, asked, months, { ...needs, basicCharge: '0', reactive: '2' });
  const factsOf = ({ reactive }: SchemeTerms): MonthFacts[] =>
    reactive === '2' ? facts.map((one, i) => ({ ...one, reactive: lagging[i]?.reactive ?? null })) : facts;
  const measuredBy = new Map<number, Measured[]>();
  const measured = async (scheme: SchemeTerms): Promise<Measured[]> => {
    const known = measuredBy.get(scheme.id);
    if (known) return known;
    const found = await measure(trx, zone, signed, months, { rows, scheme }, factsOf(scheme));
    measuredBy.set(scheme.id, found);
    return found;
  };

  // How the year was billed: each month under its own agreement.
  const present: (Measured & { readonly terms: Arrangement })[] = [];
  for (const [i, month] of months.entries()) {
    const agreed = inForce(month.from);
    const scheme = agreed && schemes.get(agreed.planId);
    const own = scheme && (await measured(scheme))[i];
    if (agreed && scheme && own?.sums.some((sum) => sum.energy !== null))
      present.push({ ...own, terms: { scheme, rows, fees, capacity: agreed.capacity, contractDemand: agreed.contractDemand } }); // prettier-ignore
  }
  const billed = rowOf(present, zone);
  const counted = present.map((one) => one.month.month);
  const demands = present.map((one) => one.peak?.demand ?? null);
  const results: ReplayRow[] = [];
  for (const scheme of wanted)
    for (const { basicCharge, declared } of waysOf(
      scheme,
      capacity,
      demands,
      question.declared ?? numberOf(last.contractDemand),
    )) {
      const own = (await measured(scheme)).filter((one) => counted.includes(one.month.month));
      const terms = {
        scheme,
        rows,
        fees,
        capacity,
        contractDemand: declared === null ? null : String(declared),
        basicCharge,
      };
      const row = rowOf(own.map((one) => ({ ...one, terms })), zone); // prettier-ignore
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
  const inForceNow = present.at(-1)?.terms;
  const head: ReplayRow = {
    ...billed,
    planId: inForceNow?.scheme.id ?? 0,
    schemeName: [...new Set(present.map((one) => one.terms.scheme.schemeName))].join(' / '),
    basicCharge: inForceNow?.scheme.basicCharge ?? '0',
    declared: inForceNow?.scheme.basicCharge === '3' ? numberOf(inForceNow.contractDemand) : null,
    difference: null,
    present: true,
  };
  const demandMissing = present.flatMap((one) => (one.peak === null ? [one.month.month] : []));
  const atLeast = present.some((one) => one.peak?.proven);
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
  const asked = declared === null ? [] : [declared];
  for (const one of known.length < demands.length ? asked : declaredChoices(known, micro(capacity), declared))
    ways.push({ basicCharge: '3', declared: one });
  return ways;
}

/** Of the declared demands of a scheme the cheapest, beside the one that was asked for (the first tried). */
function keepBest(rows: readonly ReplayRow[], wanted: number | null): ReplayRow[] {
  const best = new Map<string, ReplayRow>();
  const asked: ReplayRow[] = [];
  for (const row of rows) {
    const key = `${row.planId} ${row.basicCharge}`;
    const known = best.get(key);
    if (!known) best.set(key, row);
    if (!known && row.basicCharge === '3' && row.declared === wanted) asked.push(row);
    if (known && row.total < known.total) best.set(key, row);
  }
  return [...new Set([...best.values(), ...asked])];
}

/** The way in force is told once. */
const same = (a: ReplayRow, b: ReplayRow): boolean =>
  a.planId === b.planId &&
  a.basicCharge === b.basicCharge &&
  a.declared === b.declared &&
  a.total === b.total;

type Sum = Pick<ReplayRow, 'energy' | 'basic' | 'factor' | 'other' | 'total' | 'months'>;

function rowOf(
  list: readonly (Measured & { readonly terms: Arrangement })[],
  zone: Parameters<typeof billOfMonth>[2],
): Sum {
  let [energy, basic, factor, other] = [0n, 0n, 0n, 0n];
  const months = list.map((one) => {
    const computed = billOfMonth(one, one.terms, zone);
    for (const { part, amount } of computed?.bill.lines ?? []) {
      if (part.startsWith('energy') || part.startsWith('spot')) energy += amount;
      else if (part === 'powerFactor') factor += amount;
      else if (['capacity', 'actual', 'contract', 'over'].includes(part)) basic += amount;
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
