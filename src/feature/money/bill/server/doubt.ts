import { OPEN_KINDS, type OpenKind } from '#domain/demand/proven.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { energiesOver, type OpenMeter, openOver, ownPeriods } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Period, PERIOD_NUMBERS } from '#contract/period.ts';
import type { DoubtfulLine, DoubtSpan } from '../contract.ts';
import { type Doubt, doubtfulLine, termsLine } from '../domain/doubt.ts';
import { standardOf } from '../domain/measured.ts';
import { energyBorders } from '../domain/section.ts';
import { isUnpriced } from '../domain/unpriced.ts';
import { type FoundBill, spanOf } from './billRows.ts';
import { keyOfLine, nameOf } from './lineText.ts';
import type { RunFacts } from './monthFacts.ts';

/** Every line of a bill that rests on incomplete data or terms, with why and where. */
export async function doubtfulLinesOf(trx: Db, found: FoundBill): Promise<DoubtfulLine[]> {
  const { bill, measured, lacking, book } = found;
  const borders = energyBorders(measured, book);
  const lines: DoubtfulLine[] = [];
  for (const run of measured.runs) {
    const { expected, signed } = run.context;
    const ids = signed.map((one) => one.meterId);
    const open =
      run.demand?.reported.open ?? (await openOver(trx, ids, [run], expectedUntil(expected)))[0] ?? [];
    const own = bill.lines.filter((line) => isWithin(line, run));
    const doubts = [
      ...(await energyDoubts(trx, run, open, borders)),
      ...demandDoubts(run),
      ...reactiveDoubts(run),
      ...priceDoubts(found, run, own),
    ];
    for (const doubt of doubts) lines.push(doubtfulLine(doubt, restingOn(own, doubt, found).map(keyOfLine)));
  }
  const terms = lacking.map((doubt) => {
    const about = bill.lines.filter((line) => line.part === doubt.part && doubt.part !== 'energy0');
    return termsLine(doubt, doubt.part === 'energy0' ? AGREEMENT : nameOf(doubt), about.map(keyOfLine));
  });
  return [...lines, ...terms];
}

/** What days without an agreement are about. */
const AGREEMENT = { zh: '电价协议', en: 'Agreement' };

/** Whether a line is about days of a run; a line without dates is about all. */
const isWithin = ({ days }: BillLine, { from, to, context: query }: RunFacts): boolean =>
  !days || (days.since <= dateAt(query.zone, to - 1) && days.until >= dateAt(query.zone, from));

const DEMAND_PARTS: readonly string[] = ['actual', 'contract', 'over'];
const BY_PERIOD = /^(energy|spot)/;
const BY_ENERGY = /^(energy|spot|funds|reverse|powerFactor)/;

/** What the power-factor adjustment is taken of, beside fees (domain notes 4.4 step 6). */
const IN_BASE = /^(energy|spot|capacity|actual|contract|over|stop)/;

/** The lines that rest on what is in doubt; an adjustment rests on every part of its base, too. */
function restingOn(lines: readonly BillLine[], doubt: Doubt, found: FoundBill): BillLine[] {
  const direct = new Set(lines.filter((line) => restsOn(line, doubt, found)));
  const fees = found.measured.ranges.flatMap((range) => range.fees);
  const inBase = ({ part }: BillLine): boolean =>
    IN_BASE.test(part) || fees.some((fee) => fee.inBase && part === `fee${fee.id}`);
  const adjusts = [...direct].some(inBase);
  return lines.filter(
    (line) => direct.has(line) || (adjusts && line.part === 'powerFactor' && line.percent !== 0),
  );
}

function restsOn(line: BillLine, { part: about, reason, spans, cut }: Doubt, found: FoundBill): boolean {
  const { part } = line;
  if (about === 'demand') return DEMAND_PARTS.includes(part);
  if (about === 'powerFactor') return part === 'powerFactor';
  if (reason === 'unpriced') return withoutPrice(line, found);
  if (reason === 'spread' && !cut) return BY_PERIOD.test(part);
  const byEnergy =
    BY_ENERGY.test(part) ||
    found.measured.ranges.some(({ fees }) => fees.some((fee) => fee.kind === '1' && part === `fee${fee.id}`));
  return byEnergy && (!cut || cutsInto(line, spans, found));
}

/** Whether a line that is of a part of the month ends or begins within one of the intervals. */
function cutsInto({ days }: BillLine, spans: readonly DoubtSpan[], { agreed: { zone } }: FoundBill): boolean {
  if (!days) return false;
  const ends = [dayOfDate(days.since), dayOfDate(days.until) + 1].map((day) => zone.startOfDay(day));
  return spans.some(({ from, to }) => ends.some((at) => from < at && at < to));
}

const withoutPrice = (line: BillLine, { measured, book, agreed }: FoundBill): boolean => {
  const planId = spanOf(measured, line)?.scheme.id ?? 0;
  return isUnpriced(line, book.rows, planId, agreed.zone.localDay(measured.month.from));
};

/** Deep valley that the scheme states no price for: its meters have a register of it, no calendar names it. */
const priceDoubts = (found: FoundBill, run: RunFacts, lines: readonly BillLine[]): Doubt[] =>
  lines.some((line) => withoutPrice(line, found))
    ? [{ part: 'energy', reason: 'unpriced', spans: [intervalOf(run, run, null)] }]
    : [];

const intervalOf = (
  { context: query }: RunFacts,
  { from, to }: Range,
  meterId: number | null,
): DoubtSpan => ({
  from,
  to,
  ammeterId: meterId,
  ammeterName: query.subject.meters.find((one) => one.ammeterId === meterId)?.ammeterName ?? null,
});

/** Intervals whose energy is not known, or not known to lie in this month, in one tariff period or at one price. */
async function energyDoubts(
  trx: Db,
  run: RunFacts,
  open: readonly OpenMeter[],
  borders: readonly number[],
): Promise<Doubt[]> {
  const spans = new Map<OpenKind, DoubtSpan[]>(OPEN_KINDS.map((kind) => [kind, []]));
  const cut: DoubtSpan[] = [];
  for (const { meterId, runs } of open) {
    const spread = runs.filter(({ kind }) => kind === 'spread');
    const { periods, prices } = await sharedOut(trx, meterId, spread, borders);
    for (const one of runs) {
      const span = intervalOf(run, one, meterId);
      if (one.kind !== 'spread' || periods.has(one)) spans.get(one.kind)?.push(span);
      if (prices.has(one)) cut.push(span);
    }
  }
  const doubts = [...spans].flatMap(([reason, own]): Doubt[] =>
    own.length === 0 ? [] : [{ part: 'energy', reason, spans: own }],
  );
  return cut.length === 0 ? doubts : [...doubts, { part: 'energy', reason: 'spread', cut: true, spans: cut }];
}

/**
 * The intervals whose energy is shared out: among several tariff periods by the calendar, unless the meter has own
 * registers of them; before and after a border at which prices change.
 */
async function sharedOut<R extends Range>(
  trx: Db,
  meterId: number,
  runs: readonly R[],
  borders: readonly number[],
): Promise<{ readonly periods: ReadonlySet<R>; readonly prices: ReadonlySet<R> }> {
  const crossing = runs.filter(({ from, to }) => borders.some((at) => from < at && at < to));
  const placed = runs.length === 0 || (await ownPeriods(trx, meterId)) ? [] : runs;
  const all = [...new Set([...placed, ...crossing])];
  const found = all.length === 0 ? [] : await energiesOver(trx, [{ meterId, sign: 1 }], all);
  const sums = new Map(all.map((run, i) => [run, found[i]]));
  const lies = (run: R, period: Period): boolean => (sums.get(run)?.energies[`PP${period}`] ?? 0n) !== 0n;
  return {
    periods: new Set(placed.filter((run) => PERIOD_NUMBERS.filter((period) => lies(run, period)).length > 1)),
    prices: new Set(crossing.filter((run) => (sums.get(run)?.energy ?? 0n) !== 0n)),
  };
}

const kW = (micro: bigint): string => microToNumber(micro).toLocaleString('en-US');

function demandDoubts(run: RunFacts): Doubt[] {
  const { demand } = run;
  if (!demand) return [];
  const { reported, rule } = demand;
  const part = 'demand';
  const doubts: Doubt[] = [];
  const { maximum, measured } = reported;
  if (maximum?.proven)
    doubts.push({
      part,
      reason: 'proven',
      kW: kW(maximum.demand),
      ...(measured ? { measured: kW(measured.demand) } : {}),
      spans: [intervalOf(run, maximum, null)],
    });
  const rest = reported.hiding.filter(({ from, to }) => !maximum?.proven || from !== maximum.from || to !== maximum.to); // prettier-ignore
  if (rest.length > 0)
    doubts.push({ part, reason: 'unmeasured', spans: rest.map((range) => intervalOf(run, range, null)) });
  if (rule.agreed !== null)
    doubts.push({
      part,
      reason: 'windows',
      slip: String(rule.agreed),
      measured: String(rule.slip),
      spans: [intervalOf(run, run, run.context.signed[0]?.meterId ?? null)],
    });
  return doubts;
}

function reactiveDoubts(run: RunFacts): Doubt[] {
  const modes = new Set(
    run.spans.flatMap((span) => (standardOf(span) === '0' ? [] : [span.scheme.reactive])),
  );
  const gaps = [...modes].flatMap((mode) => run.gaps[mode] ?? []);
  const spans = gaps.flatMap((gap) => gap.meterIds.map((id) => intervalOf(run, gap, id)));
  return spans.length === 0 ? [] : [{ part: 'powerFactor', reason: 'reactive', spans }];
}
