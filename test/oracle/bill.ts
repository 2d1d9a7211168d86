import { type Client, ok } from '../product.ts';
import { dateAfter, dateAt } from './clock.ts';
import { checkMaximum, maximumOf, type SettlementMonth, settlementMonths } from './demand.ts';
import { CAPACITY_PRICE, DEMAND_PRICE, type Entered } from './enter.ts';
import { exact, type Findings, micro } from './found.ts';
import { enterpriseOf } from './organisation.ts';
import { metersIn, periodAt, type Plant, quartersIn, quartersOf, quartersOfList } from './plant.ts';

interface BillView {
  readonly rows: readonly {
    readonly key: string;
    readonly quantity: number | null;
    readonly amount: number;
    readonly atLeast: boolean;
  }[];
  readonly total: number;
  readonly energy: number;
}

/** Fen of millionths of a quantity at thousandths of a yuan, halves away from zero. */
function fen(quantity: bigint, thousandths: bigint): bigint {
  const exactly = quantity * thousandths;
  const size = (exactly < 0n ? -exactly : exactly) + 5_000_000n;
  return exactly < 0n ? -(size / 10_000_000n) : size / 10_000_000n;
}

interface Line {
  readonly key: string;
  readonly quantity: bigint | null;
  readonly amount: bigint;
}

/** The energies of a settlement month by tariff period, cut where prices change in it. */
function energiesOf(plant: Plant, month: SettlementMonth) {
  const { tariff, begin } = plant.draw;
  const change = tariff.change && { ...tariff.change, date: dateAfter(begin, tariff.change.day) };
  const [first, last] = [dateAt(plant.zone, month.from), dateAt(plant.zone, month.to - 1)];
  const sums = new Map<string, { since: string; period: number; price: bigint; energy: bigint }>();
  const quarters = quartersOfList(plant, enterpriseOf(plant), 'PP');
  for (const t of quartersIn(plant, month)) {
    const energy = quarters.get(t);
    if (energy === undefined) continue;
    const period = periodAt(plant, t);
    const later = change !== null && dateAt(plant.zone, t) >= change.date;
    const priceBy = (list: readonly number[]): number => list[period - 1] ?? 0;
    const price = priceBy(later && change ? change.prices : tariff.prices);
    const cut = change !== null && first < change.date && change.date <= last;
    const since = !cut ? '' : later ? change.date : first;
    const key = `${since} ${period}`;
    const sum = sums.get(key) ?? { since, period, price: BigInt(price), energy: 0n };
    sums.set(key, { ...sum, energy: sum.energy + energy });
  }
  return [...sums.values()];
}

/** The power factor in percent, rounded half up: the k with (2k − 1)/200 ≤ P ÷ S < (2k + 1)/200. */
export function factorOf(active: bigint, reactive: bigint): number | null {
  if (active <= 0n) return null;
  const apparent = active * active + reactive * reactive;
  for (let k = 100; k > 0; k--) if (BigInt(2 * k - 1) ** 2n * apparent <= 40_000n * active * active) return k;
  return 0;
}

/** Hundredths of a percent by the tables of 1983, step by step from the standard. */
export function adjustmentOf(standard: number, factor: number): number {
  let sum = 0;
  if (factor > standard)
    for (let f = standard + 1; f <= Math.min(factor, { 90: 95, 85: 94, 80: 92 }[standard] ?? 0); f++)
      sum -= f > 90 ? 15 : standard === 90 ? 15 : 10;
  for (let f = standard - 1; f >= factor; f--)
    sum += f >= standard - 20 ? 50 : f >= standard - 25 ? 100 : 200;
  return sum;
}

/** The bill of a settlement month with a maximum demand line by line; null where nothing is known. */
function billOf(
  plant: Plant,
  { feeId }: Entered,
  month: SettlementMonth,
  demand: bigint | null,
): Line[] | null {
  const { tariff } = plant.draw;
  const parts = energiesOf(plant, month);
  if (parts.length === 0) return null;
  const lines: Line[] = [];
  const energy = parts.reduce((sum, one) => sum + one.energy, 0n);
  for (const { since, period, price, energy: own } of parts)
    if (own !== 0n) lines.push({ key: `energy${period}${since}`, quantity: own, amount: fen(own, price) });
  const declared = BigInt(tariff.declared) * 1_000_000n;
  const capacity = BigInt(tariff.capacity) * 1_000_000n;
  const perKw = BigInt(DEMAND_PRICE) * 1000n;
  const add = (key: string, quantity: bigint, price: bigint): void =>
    void lines.push({ key, quantity, amount: fen(quantity, price) });
  if (tariff.basicCharge === 1) add('capacity', capacity, BigInt(CAPACITY_PRICE) * 1000n);
  if (tariff.basicCharge === 2 && demand !== null) add('actual', demand, perKw);
  if (tariff.basicCharge === 3) {
    add('contract', declared, perKw);
    const allowed = (declared * 105n) / 100n;
    if (demand !== null && demand > allowed) add('over', demand - allowed, perKw * 2n);
  }
  const fee = (): void => {
    if (!tariff.fee) return;
    const { kind, price } = tariff.fee;
    add(`fee${feeId}`, kind === 1 ? energy : kind === 2 ? 1_000_000n : capacity, BigInt(price));
  };
  if (tariff.fee?.inBase) fee();
  const base = lines.reduce((sum, { amount }) => sum + amount, 0n);
  const reactive = reactiveIn(plant, month);
  const factor =
    tariff.factorStandard === 0 || reactive === null || spansDiffer(plant, month)
      ? null
      : factorOf(energy, reactive);
  if (factor !== null) {
    const percent = BigInt(adjustmentOf(tariff.factorStandard, factor));
    lines.push({ key: 'powerFactor', quantity: null, amount: fen(base * percent, 1000n) });
  }
  if (tariff.fund > 0) add('funds', energy, BigInt(tariff.fund));
  if (tariff.fee && !tariff.fee.inBase) fee();
  return lines;
}

/** Whether somewhere in a month some of the active and reactive energies of the account are known and others are not. */
function spansDiffer(plant: Plant, month: SettlementMonth): boolean {
  const courses = [...metersIn(plant, enterpriseOf(plant)).keys()].flatMap((of) =>
    (['PP', 'QI'] as const).map((code) => quartersOf(plant, of, code)),
  );
  for (const t of quartersIn(plant, month)) {
    const known = courses.filter((course) => course.has(t)).length;
    if (known > 0 && known < courses.length) return true;
  }
  return false;
}

/** Lagging reactive energy of the account in a month, without its sign; null where no register tells any. */
function reactiveIn(plant: Plant, month: SettlementMonth): bigint | null {
  const quarters = quartersOfList(plant, enterpriseOf(plant), 'QI');
  let sum: bigint | null = null;
  for (const t of quartersIn(plant, month)) {
    const own = quarters.get(t);
    if (own !== undefined) sum = (sum ?? 0n) + own;
  }
  return sum === null ? null : sum < 0n ? -sum : sum;
}

/** The maximum demand that a bill has taken, where a line of it tells one. */
function demandOf({ rows }: BillView, declared: number): { value: number; atLeast: boolean } | null {
  const actual = rows.find(({ key }) => key === 'actual');
  if (actual) return { value: micro(actual.quantity) ?? 0, atLeast: actual.atLeast };
  const over = rows.find(({ key }) => key === 'over');
  return over ? { value: (micro(over.quantity) ?? 0) + declared * 1_050_000, atLeast: over.atLeast } : null;
}

/** The bill of every settlement month, line by line. */
export async function checkBills(
  client: Client,
  plant: Plant,
  entered: Entered,
  found: Findings,
): Promise<void> {
  for (const month of settlementMonths(plant)) {
    const where = `bill ${month.month}`;
    const reply = await client.get<BillView>('/api/price/bill/get', {
      consumerId: entered.consumerId,
      measureAccount: entered.account,
      month: month.month,
    });
    if (energiesOf(plant, month).length === 0) {
      found.same(where, 'code', reply.code, 400);
      continue;
    }
    const view = ok(reply);
    const reported = demandOf(view, plant.draw.tariff.declared);
    const truth = maximumOf(plant, enterpriseOf(plant), month);
    // A demand below zero is paid as none.
    const none = reported?.value === 0 && truth.least !== null && truth.least <= 0n;
    if (reported && !none)
      checkMaximum(plant, enterpriseOf(plant), month, where, reported.value, reported.atLeast, found);
    else if (!reported && plant.draw.tariff.basicCharge === 2 && truth.measured !== null)
      found.say(where, 'demand', null, 'known');
    const demand = reported ? BigInt(reported.value) : null;
    const lines = billOf(plant, entered, month, demand) ?? [];
    const wanted = new Map(lines.map((line) => [line.key, line]));
    for (const { key, quantity, amount } of view.rows) {
      const line = wanted.get(key);
      // A line of nothing is as good as none.
      if (!line && quantity === 0 && amount === 0) continue;
      found.same(where, `amount of ${key}`, Math.round(amount * 100), line ? Number(line.amount) : null);
      found.same(where, `quantity of ${key}`, micro(quantity), exact(line?.quantity ?? null));
      wanted.delete(key);
    }
    for (const [key, { amount, quantity }] of wanted)
      if (quantity !== 0n) found.say(where, `no line ${key}`, null, Number(amount) / 100);
    if (view.rows.some(({ key }) => key === 'powerFactor') !== lines.some(({ key }) => key === 'powerFactor'))
      continue;
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    found.same(where, 'total', Math.round(view.total * 100), Number(total));
  }
}
