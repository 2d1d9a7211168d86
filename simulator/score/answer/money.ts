import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Client } from '../../demonstration/client.ts';
import { boundsOf } from '../figures.ts';
import type { Figure, Assessed } from '../judge.ts';
import { MONTH_FROM } from '../story.ts';
import { energyBounds, periodOf } from './bounds.ts';
import type { Judgement } from './course.ts';
import { type PeriodName, PRICES, type Unit } from './unit.ts';

const MINUTES_5 = 300_000;
const MONTH = new Date(MONTH_FROM).toISOString().slice(0, 7);

interface DemandList {
  readonly list: readonly {
    readonly month: string;
    readonly maximum: { readonly value: number } | null;
    readonly atLeast: boolean;
  }[];
}

interface Bill {
  readonly rows: readonly {
    readonly key: string;
    readonly amount: number;
    readonly doubtful: boolean;
    readonly atLeast: boolean;
  }[];
  readonly total: number;
  readonly doubtfulLines: readonly { readonly part: string }[];
}

/** The month of a unit: its maximum demand, and its bill line by line. */
export async function judgeMoney(client: Client, consumerId: number, unit: Unit): Promise<Judgement[]> {
  const { orgId, account, sum } = unit;
  const [from = 0, to = 0] = boundsOf(sum.season, 501);
  const figure: Figure = { from, to, energy: null, demand: null, coveredSeconds: 0, flags: new Set() };
  const { list } = await client.get<DemandList>('/api/demand/settlement/getlist', {
    orgId,
    from: `${MONTH}-01`,
    to: `${MONTH}-31`,
  });
  const bill = await client.get<Bill>('/api/price/bill/get', {
    consumerId,
    measureAccount: account,
    month: MONTH,
  });
  const demand = list.find(({ month }) => month === MONTH);
  return [
    {
      size: 'demand',
      list: [judgeDemand(unit, figure, demand?.maximum?.value ?? null, demand?.atLeast ?? false)],
    },
    { size: 'bill', list: judgeBill(unit, figure, bill) },
  ];
}

/** The highest true mean power of a quarter of an hour, wherever it begins; millionths of kW. */
function highestOf({ meters }: Unit): number {
  const [first] = meters;
  if (!first) return 0;
  let most = 0;
  for (let t = first.season.from; t + QUARTER_MS <= first.season.to; t += MINUTES_5) {
    if (t % QUARTER_MS !== 0 && meters.length > 1) continue;
    most = Math.max(most, meters.reduce((sum, one) => sum + one.truth.energy(t, t + QUARTER_MS), 0) * 4);
  }
  return most;
}

const isLying = ({ meters }: Unit): boolean =>
  meters.some(({ spans, slack }) => slack !== undefined || spans.some(({ lie }) => lie === true));

const isTouched = ({ meters }: Unit): boolean => meters.some(({ touched }) => touched.length > 0);

/** Never more than there was; less only where it says so. */
function judgeDemand(unit: Unit, figure: Figure, reported: number | null, atLeast: boolean): Assessed {
  const truth = highestOf(unit);
  const value = reported === null ? null : Math.round(reported * 1e6);
  const touched = isTouched(unit);
  const as = (verdict: Assessed['verdict'], why?: string): Assessed => ({
    figure: { ...figure, energy: value },
    touched,
    needless: !touched && atLeast,
    truth,
    verdict,
    ...(why === undefined ? {} : { why }),
  });
  if (value === truth) return as(atLeast ? 'flagged' : 'exact');
  if (value === null) return atLeast || touched ? as('missing') : as('wrong', 'no demand');
  if (isLying(unit)) return as('shown');
  if (value > truth) return as('wrong', 'more than ever flowed');
  // A quarter of an hour beside the grid may have been higher than every one on it.
  return atLeast || blockOf(unit) === value
    ? as(atLeast ? 'flagged' : 'exact')
    : as('wrong', 'less, and it does not say so');
}

/** The highest of whole quarters of an hour. */
function blockOf({ meters }: Unit): number {
  const [first] = meters;
  let most = 0;
  for (let t = first?.season.from ?? 0; t < (first?.season.to ?? 0); t += QUARTER_MS)
    most = Math.max(most, meters.reduce((sum, one) => sum + one.truth.energy(t, t + QUARTER_MS), 0) * 4);
  return most;
}

/** Fen of millionths at thousandths of a yuan. */
const fen = (quantity: bigint, thousandths: number): bigint =>
  (quantity * BigInt(thousandths) + 5_000_000n) / 10_000_000n;

const KEYS: Readonly<Record<PeriodName, string>> = { peak: 'energy2', flat: 'energy3', valley: 'energy4' };

/** The true bill: energy by the hours of the place, the true maximum demand, the power factor, funds. */
function trueBill(unit: Unit): Map<string, bigint> {
  const { meters } = unit;
  const energies = new Map<PeriodName, bigint>();
  let whole = 0n;
  for (const rig of meters)
    for (let t = rig.season.from; t < rig.season.to; t += QUARTER_MS) {
      const period = periodOf(rig, t);
      const energy = BigInt(rig.truth.energy(t, t + QUARTER_MS));
      energies.set(period, (energies.get(period) ?? 0n) + energy);
      whole += energy;
    }
  const lines = new Map<string, bigint>();
  for (const [period, energy] of energies) lines.set(KEYS[period], fen(energy, PRICES[period]));
  lines.set('actual', fen(BigInt(blockOf(unit)), PRICES.demand));
  const reactive = meters.reduce((sum: bigint | null, one) => {
    const own = one.reactiveEnergy();
    return own === null || sum === null ? null : sum + own;
  }, 0n);
  if (reactive !== null) {
    const base = [...lines.values()].reduce((sum, amount) => sum + amount, 0n);
    const share = Number(whole) / Math.hypot(Number(whole), Number(reactive));
    lines.set('powerFactor', (base * BigInt(hundredthsAt(Math.round(share * 100)))) / 10_000n);
  }
  lines.set('funds', fen(whole, PRICES.fund));
  return lines;
}

/** Hundredths of a percent at a standard of 0.90 (tables of 1983), for factors from 0.90 on. */
const hundredthsAt = (factor: number): number => {
  if (factor < 90) throw new Error('the plants of the score have a better power factor');
  return -15 * Math.min(factor - 90, 5);
};

/** What an amount in doubt may be, cents, at least and at most. */
type Amounts = readonly [low: bigint, high: bigint];

/** What can be known of the lines of a bill of registers alone, by their keys. */
function knownAmounts(unit: Unit): ReadonlyMap<string, Amounts> {
  const energies = energyBounds(unit);
  const priced = (name: PeriodName | 'whole', price: number): Amounts => {
    const { low, high } = energies.get(name) ?? { low: 0n, high: 0n };
    return [fen(low, price), fen(high, price)];
  };
  return new Map<string, Amounts>([
    ...(['peak', 'flat', 'valley'] as const).map((name): [string, Amounts] => [
      KEYS[name],
      priced(name, PRICES[name]),
    ]),
    ['funds', priced('whole', PRICES.fund)],
    // A demand in doubt is what was measured or is proven: never more than there was.
    ['actual', [0n, fen(BigInt(highestOf(unit)), PRICES.demand)]],
  ]);
}

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** What an adjustment may be of the base that the bill itself has taken, by the table. */
function adjustments(rows: Bill['rows']): readonly bigint[] {
  const base = rows
    .filter(({ key }) => key === 'actual' || key.startsWith('energy'))
    .reduce((sum, { amount }) => sum + cents(amount), 0n);
  return [0n, 1n, 2n, 3n, 4n, 5n].map((step) => (base * -15n * step) / 10_000n);
}

/** A line of a bill, and whether the bill says that it rests on doubt. */
interface Line {
  readonly key: string;
  readonly truth: bigint | null;
  readonly amount: bigint | null;
  readonly doubtful: boolean;
  /** Whether an amount in doubt is one that can be. */
  readonly possible: boolean;
}

function judgeBill(unit: Unit, figure: Figure, bill: Bill): Assessed[] {
  const truth = trueBill(unit);
  const known = knownAmounts(unit);
  const touched = isTouched(unit);
  const shown = isLying(unit);
  const reported = new Map(bill.rows.map((row) => [row.key, row]));
  // Without registers of reactive energy there is no power factor, as the bill says.
  const silent = unit.meters.every((one) => one.reactiveEnergy() === null);
  const doubts = new Set(
    bill.doubtfulLines.map(({ part }) => part).filter((part) => !silent || part !== 'powerFactor'),
  );
  const possible = (key: string, amount: bigint): boolean => {
    if (key === 'powerFactor') return adjustments(bill.rows).some((one) => near(one, amount));
    const [low, high] = known.get(key) ?? [0n, 0n];
    return amount >= low && amount <= high;
  };
  const lines = [...truth].map(([key, own]): Line => {
    const row = reported.get(key);
    const amount = row ? cents(row.amount) : null;
    const doubtful = row ? row.doubtful : key === 'powerFactor' ? doubts.has(key) : doubts.size > 0;
    return { key, truth: own, amount, doubtful, possible: amount === null || possible(key, amount) };
  });
  for (const { key, amount, doubtful } of bill.rows)
    if (!truth.has(key) && key !== 'powerFactor')
      lines.push({
        key,
        truth: null,
        amount: cents(amount),
        doubtful,
        possible: possible(key, cents(amount)),
      });
  const sum = bill.rows.reduce((all, { amount }) => all + cents(amount), 0n);
  const total = cents(bill.total);
  const whole = [...truth.values()].reduce((all, amount) => all + amount, 0n);
  lines.push({
    key: 'total',
    truth: whole,
    amount: total,
    doubtful: doubts.size > 0,
    possible: total === sum,
  });
  return lines.map((line) => assessed(line, figure, { touched, shown }));
}

function assessed(
  { key, truth, amount, doubtful, possible }: Line,
  figure: Figure,
  { touched, shown }: { readonly touched: boolean; readonly shown: boolean },
): Assessed {
  const same =
    amount !== null && truth !== null && (amount === truth || (key === 'powerFactor' && near(amount, truth)));
  const doubted = amount === null ? 'missing' : possible ? 'flagged' : shown ? 'shown' : 'wrong';
  const verdict = doubtful ? (same ? 'flagged' : doubted) : same ? 'exact' : shown ? 'shown' : 'wrong';
  return {
    figure: { ...figure, energy: amount === null ? null : Number(amount) * 10_000 },
    touched,
    needless: doubtful && !touched,
    truth: truth === null ? null : Number(truth) * 10_000,
    verdict,
    ...(verdict === 'wrong' ? { why: `${key} of the bill` } : {}),
  };
}

/** A share of a base that differs by what was rounded. */
const near = (a: bigint, b: bigint): boolean => (a > b ? a - b : b - a) <= 1n;
