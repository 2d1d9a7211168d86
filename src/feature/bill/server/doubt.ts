import { OPEN_KINDS, type OpenKind } from '#domain/demand/proven.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { BillLine } from '#domain/tariff/bill.ts';
import { expectedUntil } from '#feature/overview/domain/amount.ts';
import { energiesOver, type OpenMeter, openOver, ownPeriods } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { PERIOD_NUMBERS } from '#contract/periodRule.ts';
import type { DoubtfulLine, DoubtPart, DoubtSpan } from '../contract.ts';
import { type Doubt, doubtfulLine } from '../domain/doubt.ts';
import { isUnpriced } from '../domain/unpriced.ts';
import type { FoundBill } from './billView.ts';

/** Every line of a bill that rests on incomplete data, with why and where. */
export async function doubtfulLinesOf(trx: Db, found: FoundBill): Promise<DoubtfulLine[]> {
  const { measured, asked, bill } = found;
  const { month, facts } = measured;
  const ids = asked.signed.map((one) => one.meterId);
  const open = facts.demand?.told.open ?? (await openOver(trx, ids, [month], expectedUntil(asked.expected)))[0] ?? []; // prettier-ignore
  const doubts = [
    ...(await energyDoubts(trx, found, open)),
    ...demandDoubts(found),
    ...reactiveDoubts(found),
    ...priceDoubts(found),
  ];
  return doubts.map((doubt) => {
    const lines = bill.lines.filter((line) => restsOn(line, doubt, found)).map(keyOf);
    return doubtfulLine(doubt, lines);
  });
}

/** The key of a line's row. */
export const keyOf = ({ part, since }: Pick<BillLine, 'part' | 'since'>): string => `${part}${since ?? ''}`;

const DEMAND_PARTS: readonly string[] = ['actual', 'contract', 'over'];
const BY_PERIOD = /^(energy|spot)/;
const BY_ENERGY = /^(energy|spot|funds|reverse|powerFactor)/;

function restsOn(line: BillLine, { part: about, reason }: Doubt, found: FoundBill): boolean {
  const { part } = line;
  const { terms } = found;
  if (about === 'demand') return DEMAND_PARTS.includes(part);
  if (about === 'powerFactor') return part === 'powerFactor';
  if (reason === 'unpriced') return withoutPrice(line, found);
  if (reason === 'spread') return BY_PERIOD.test(part);
  return BY_ENERGY.test(part) || terms.fees.some((fee) => fee.kind === '1' && part === `fee${fee.id}`);
}

const withoutPrice = (line: BillLine, { terms, asked, measured }: FoundBill): boolean =>
  isUnpriced(line, terms.rows, terms.scheme.id, asked.zone.localDay(measured.month.from));

/** Deep valley that the scheme states no price for: its meters have a register of it, no calendar names it. */
function priceDoubts(found: FoundBill): Doubt[] {
  const { bill, measured } = found;
  const { month, ranges } = measured;
  const lines = bill.lines.filter((line) => withoutPrice(line, found));
  const spans = lines.map(({ since }) => ranges.find((range) => range.since === since) ?? month);
  return lines.length === 0
    ? []
    : [{ part: 'energy', reason: 'unpriced', spans: [...new Set(spans)].map((span) => spanOf(found, span, null)) }]; // prettier-ignore
}

const spanOf = ({ asked }: FoundBill, { from, to }: Range, meterId: number | null): DoubtSpan => ({
  from,
  to,
  ammeterId: meterId,
  ammeterName: asked.subject.meters.find((one) => one.ammeterId === meterId)?.ammeterName ?? null,
});

/** Stretches whose energy is not known, or not known to lie in this month or in one tariff period. */
async function energyDoubts(trx: Db, found: FoundBill, open: readonly OpenMeter[]): Promise<Doubt[]> {
  const spans = new Map<OpenKind, DoubtSpan[]>(OPEN_KINDS.map((kind) => [kind, []]));
  for (const { meterId, runs } of open) {
    const spread = runs.filter(({ kind }) => kind === 'spread');
    const guessed = new Set(spread.length === 0 ? [] : await acrossPeriods(trx, meterId, spread));
    for (const run of runs)
      if (run.kind !== 'spread' || guessed.has(run)) spans.get(run.kind)?.push(spanOf(found, run, meterId));
  }
  return [...spans].flatMap(([reason, own]): Doubt[] =>
    own.length === 0 ? [] : [{ part: 'energy', reason, spans: own }],
  );
}

/** The stretches that the calendar shares out among several tariff periods; own registers of periods share out nothing. */
async function acrossPeriods<R extends Range>(trx: Db, meterId: number, runs: readonly R[]): Promise<R[]> {
  if (await ownPeriods(trx, meterId)) return [];
  const sums = await energiesOver(trx, [{ meterId, sign: 1 }], runs);
  return runs.filter((_, i) => PERIOD_NUMBERS.filter((period) => (sums[i]?.energies[`PP${period}`] ?? 0n) !== 0n).length > 1); // prettier-ignore
}

const kW = (micro: bigint): string => microToNumber(micro).toLocaleString('en-US');

function demandDoubts(found: FoundBill): Doubt[] {
  const { demand } = found.measured.facts;
  if (!demand) return [];
  const { told, rule } = demand;
  const part: DoubtPart = 'demand';
  const doubts: Doubt[] = [];
  const { maximum, measured } = told;
  if (maximum?.proven)
    doubts.push({
      part,
      reason: 'proven',
      kW: kW(maximum.demand),
      ...(measured ? { measured: kW(measured.demand) } : {}),
      spans: [spanOf(found, maximum, null)],
    });
  const rest = told.hiding.filter(({ from, to }) => !maximum?.proven || from !== maximum.from || to !== maximum.to); // prettier-ignore
  if (rest.length > 0)
    doubts.push({ part, reason: 'unmeasured', spans: rest.map((range) => spanOf(found, range, null)) });
  if (rule.agreed !== null)
    doubts.push({
      part,
      reason: 'windows',
      slip: String(rule.agreed),
      measured: String(rule.slip),
      spans: [spanOf(found, found.measured.month, found.asked.signed[0]?.meterId ?? null)],
    });
  return doubts;
}

function reactiveDoubts(found: FoundBill): Doubt[] {
  const { facts } = found.measured;
  const gaps = facts.reactive ?? [];
  const spans = gaps.flatMap((gap) => gap.meterIds.map((id) => spanOf(found, gap, id)));
  return spans.length === 0 ? [] : [{ part: 'powerFactor', reason: 'reactive', spans }];
}
