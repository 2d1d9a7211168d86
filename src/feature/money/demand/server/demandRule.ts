import { sql } from 'kysely';
import {
  type Organisation,
  type QueryContext,
  type SignedMeter,
  standFor,
} from '#feature/meters/subject/server/public.ts';
import { ENERGY } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import { methodsText } from '#domain/demand/ruleText.ts';
import { organisationAbout } from '#feature/meters/subject/server/public.ts';
import { type SettlementMonth, settlementMonths } from '#domain/demand/settlement.ts';
import {
  maximaOver,
  type IntervalMaximum,
  type MeasuredMaximum,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Range } from '#domain/fold/reach.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import { dateAt } from '#domain/time/text.ts';
import { settlementRuleOf } from './settlementRule.ts';

/** How the maximum demand of something is measured at a time, and who says so. */
export interface DemandRule {
  /** Over whole quarters of an hour, or over windows that slide. */
  readonly method: 'block' | 'sliding';
  /** By how many minutes windows move; null = whole quarters of an hour of the summed curve of several meters. */
  readonly slip: number | null;
  /** The account whose agreement says so; null where none does. */
  readonly account: string | null;
  /** What is agreed, minutes, where the meter measures otherwise: its windows are the only ones that are kept. */
  readonly agreed: number | null;
}

interface AgreedWindow {
  readonly account: string;
  readonly orgId: number;
  readonly begin: string;
  readonly end: string | null;
  readonly slip: string;
}

/** What a rule is asked about. */
export interface Ruled extends Pick<QueryContext, 'organisation' | 'signed' | 'zone'> {
  readonly subject: Pick<QueryContext['subject'], 'orgId' | 'consumerId' | 'dataType'>;
}

const BLOCK = 15;

/**
 * The rule of maximum demand at each instant: what the agreement of the account says that day, else what the one meter
 * slides by. Several meters are measured in blocks (decision 44).
 */
export async function demandRules(trx: Db, query: Ruled, instants: readonly number[]): Promise<DemandRule[]> {
  const { at } = await rulerOf(trx, query);
  return instants.map(at);
}

/** The rules of all instants, and whether windows slide at any. */
interface Ruler {
  readonly slides: boolean;
  readonly at: (instant: number) => DemandRule;
}

async function rulerOf(trx: Db, { subject, organisation, signed, zone }: Ruled): Promise<Ruler> {
  const [only, ...more] = signed;
  if (only?.sign !== 1 || more.length > 0 || subject.dataType !== ENERGY.electricity) {
    const slip = more.length > 0 ? null : BLOCK;
    return { slides: false, at: () => ({ method: 'block', slip, account: null, agreed: null }) };
  }
  const [{ rows }, { rows: agreed }] = await Promise.all([
    sql<{ slip: string }>`select demand_slip as slip from ammeter where id = ${only.meterId}`.execute(trx),
    sql<AgreedWindow>`
      select measure_account as account, org_id as "orgId", begin_dt::text as begin, end_dt::text as end, demand_slip as slip
      from price_agreement where consumer_id = ${subject.consumerId} and demand_slip is not null and approve_state = '3'
      order by begin_dt desc, measure_account`.execute(trx),
  ]);
  const own = Number(rows[0]?.slip ?? BLOCK);
  const others = agreed.flatMap(({ orgId }) => (orgId === subject.orgId ? [] : [orgId]));
  const known = await organisationAbout(trx, organisation, others);
  const about = agreed.filter((one) => one.orgId === subject.orgId || isOf(known, one.orgId, only));
  const at = (instant: number): DemandRule => {
    const day = dateAt(zone, instant);
    const found = about.find(({ begin, end }) => begin <= day && (end === null || end >= day));
    const wanted = found ? Number(found.slip) : own;
    const slip = wanted === BLOCK ? BLOCK : own;
    return {
      method: slip === BLOCK ? 'block' : 'sliding',
      slip,
      account: found?.account ?? null,
      agreed: wanted === slip ? null : wanted,
    };
  };
  return { slides: own !== BLOCK, at };
}

/** What an interval is cut for. */
type Cut = Ruled & Pick<QueryContext, 'subject' | 'meters' | 'organisation'>;

/** A part of an interval whose maximum is measured by one rule. */
export interface RuledInterval extends Range {
  readonly rule: DemandRule;
  /** The first and the last settlement month in it, `2018-07`; null where nothing slides. */
  readonly months: readonly [first: string, last: string] | null;
}

/**
 * Intervals cut by the settlement months in them, each by the rule of its begin, so that the highest of a year is that of
 * its months: no window reaches over a settlement. Months in blocks stay together.
 */
export async function ruledIntervals(
  trx: Db,
  query: Cut,
  intervals: readonly Range[],
): Promise<RuledInterval[][]> {
  const { slides, at } = await rulerOf(trx, query);
  if (!slides) return intervals.map((one) => [{ ...one, rule: at(one.from), months: null }]);
  const settled = await settlementRuleOf(trx, query);
  return intervals.map((one) => {
    const months = settlementMonths(query.zone, settled, one);
    // An interval that has not begun touches none.
    if (months.length === 0) return [{ ...one, rule: at(one.from), months: null }];
    return joinedBlocks(months.map((month) => intervalOf(month, one, at)));
  });
}

function intervalOf(month: SettlementMonth, { from, to }: Range, at: Ruler['at']): RuledInterval {
  const begin = Math.max(month.from, from);
  return { from: begin, to: Math.min(month.to, to), rule: at(begin), months: [month.month, month.month] };
}

const joinedBlocks = (intervals: readonly RuledInterval[]): RuledInterval[] =>
  intervals.reduce<RuledInterval[]>((found, one) => {
    const last = found.at(-1);
    if (last?.rule.method !== 'block' || one.rule.method !== 'block') return [...found, one];
    const months = last.months && one.months && ([last.months[0], one.months[1]] as const);
    return [...found.slice(0, -1), { ...last, to: one.to, months }];
  }, []);

/** The parts of an interval whose windows slide. */
export const slidingIn = (intervals: readonly RuledInterval[]): Range[] =>
  intervals.flatMap(({ from, to, rule }) => (rule.method === 'sliding' ? [{ from, to }] : []));

/** How the maximum of an interval is measured, in words: by its months where they differ. */
export const methodsOf = (intervals: readonly RuledInterval[]): Text =>
  methodsText(intervals.map(({ rule, months }) => ({ slip: rule.slip, months })));

/** A maximum demand, by the rule of its begin, or where months differ, by those of its intervals. */
export interface RuledMaximum {
  readonly reported: IntervalMaximum;
  readonly rule: DemandRule;
  /** How it is measured, in words. */
  readonly method: Text;
}

/**
 * The maximum demand of intervals, that of each settlement month by its own rule: what every screen and bill tells.
 * @param measured what was measured, one an interval, where the caller has looked already
 */
export async function maximaUnder(
  trx: Db,
  query: Cut & Pick<QueryContext, 'expected'>,
  intervals: readonly Range[],
  measured?: readonly MeasuredMaximum[],
): Promise<RuledMaximum[]> {
  const ruled = await ruledIntervals(trx, query, intervals);
  const until = expectedUntil(query.expected);
  const found = await maximaOver(trx, query.signed, intervals, ruled.map(slidingIn), until, measured);
  return ruled.map((own, key) => ({
    reported: found[key] as IntervalMaximum,
    rule: (own[0] as RuledInterval).rule,
    method: methodsOf(own),
  }));
}

/** Whether one meter stands for a billed object. */
function isOf(organisation: Organisation, orgId: number, only: SignedMeter | undefined): boolean {
  const [first, ...more] = standFor(organisation, orgId, '1').meters;
  return first !== undefined && more.length === 0 && first.sign === 1 && first.meterId === only?.meterId;
}
