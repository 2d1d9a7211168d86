import { MILLION, roundDiv } from '#domain/decimal/decimal.ts';
import type { CellSource, ColumnKey, EnteredKey } from '../contract.ts';
import { TABLE_ENERGIES, type TableEnergy } from './energy.ts';

/** A value in millionths with where it comes from; coefficients too. */
export interface Cell {
  readonly value: bigint | null;
  readonly source: CellSource;
}

/** What is known of a row before the rules of the form; all in millionths of the table's units. */
export interface Known {
  readonly entered: Partial<Readonly<Record<EnteredKey, bigint>>>;
  /** Consumption by the readings. */
  readonly measured: bigint | null;
  /** What it cost by price agreements, thousand yuan. */
  readonly cost: bigint | null;
  /** Percent of the measured energy that no price agreement covers; null = about all of it has a price. */
  readonly unpriced?: number | null;
  /** Closing stock of the year before, as filed. */
  readonly before: bigint | null;
  /** The enterprise's own coefficient, tce for each unit. */
  readonly coefficient: bigint | null;
}

export const UNKNOWN: Known = { entered: {}, measured: null, cost: null, before: null, coefficient: null };

export interface Row {
  readonly energy: TableEnergy;
  readonly cells: Readonly<Record<ColumnKey, Cell>>;
  /** Consumption in tce. */
  readonly coal: bigint | null;
}

const NONE: Cell = { value: null, source: 'none' };
const cell = (value: bigint | null, source: CellSource): Cell => (value === null ? NONE : { value, source });
/** Sum of what is known; null where nothing is. */
const plus = (...values: readonly (bigint | null)[]): bigint | null => {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0n);
};
const weighed = (value: bigint | null, coefficient: bigint | null): bigint | null =>
  value === null || coefficient === null ? null : roundDiv(value * coefficient, MILLION);

/**
 * A row by the rules of the form: 4 = 5 + 7, 9 = 1 + 2 − 4 + adjustment. What was entered stands; else consumption is
 * what the readings tell, all of it industrial but for the non-industrial part, and what comes through a pipe or a
 * wire was purchased as it was consumed. What is left in stock is known where the opening stock is.
 */
function rowOf(energy: TableEnergy, known: Known): Row {
  const { entered, measured } = known;
  const given = (key: EnteredKey): Cell => cell(entered[key] ?? null, 'entry');
  const or = (first: Cell, second: Cell): Cell => (first.value === null ? second : first);
  const deindustry = or(given('deindustryConsum'), NONE);
  const industry = or(
    given('industryConsum'),
    cell(
      measured === null ? null : measured - (deindustry.value ?? 0n),
      deindustry.value === null ? 'usage' : 'formula',
    ),
  );
  const total = cell(plus(industry.value, deindustry.value), 'formula');
  const adjust = given('adjust');
  const purchased = or(given('realNum'), energy.piped && measured !== null ? cell(measured, 'usage') : NONE);
  const opening = or(given('beginNum'), energy.piped ? NONE : cell(known.before, 'before'));
  const left = (opening.value ?? 0n) + (purchased.value ?? 0n) + (adjust.value ?? 0n) - (total.value ?? 0n);
  // What is left is known by what there was; of what is never in stock only what cannot be is told.
  const closing = energy.piped ? (left === 0n ? null : left) : opening.value === null ? null : left;
  const coefficient = or(given('useCoeff'), cell(known.coefficient, 'own'));
  const cells: Record<ColumnKey, Cell> = {
    beginNum: opening,
    realNum: purchased,
    money: or(given('money'), cell(known.cost, 'cost')),
    total,
    industryConsum: industry,
    material: given('material'),
    deindustryConsum: deindustry,
    transConsum: given('transConsum'),
    adjust,
    endNum: cell(closing, 'formula'),
    useCoeff:
      coefficient.value === null ? { value: millionths(energy.reference), source: 'reference' } : coefficient,
  };
  return { energy, cells, coal: weighed(total.value, cells.useCoeff.value) };
}

/** A short decimal of the code in millionths. */
const millionths = (text: string): bigint => BigInt(Math.round(Number(text) * 1_000_000));

/** Columns of amounts, which row 40 sums in tce. */
const AMOUNTS = ['beginNum', 'realNum', 'total', 'industryConsum', 'material', 'deindustryConsum', 'transConsum', 'adjust', 'endNum'] as const; // prettier-ignore

/** Nothing of the row is known but its coefficient. */
const isEmpty = ({ cells }: Row): boolean =>
  AMOUNTS.every((key) => cells[key].value === null) && cells.money.value === null;

/** All rows by code; a row with parts of which something is known is their sum. */
export function rowsOf(known: ReadonlyMap<string, Known>): Row[] {
  const rows = TABLE_ENERGIES.map((energy) => rowOf(energy, known.get(energy.code) ?? UNKNOWN));
  return rows.map((row) => {
    const parts = rows.filter((one) => one.energy.partOf === row.energy.code && !isEmpty(one));
    return parts.length === 0 ? row : sumOf(row.energy, parts);
  });
}

function sumOf(energy: TableEnergy, parts: readonly Row[]): Row {
  const sum = (key: ColumnKey): Cell => cell(plus(...parts.map((part) => part.cells[key].value)), 'formula');
  const coal = plus(...parts.map((part) => part.coal));
  const total = sum('total');
  // The coefficient of a mixture is what its parts weigh together.
  const mixed =
    coal === null || total.value === null || total.value <= 0n ? null : roundDiv(coal * MILLION, total.value);
  const cells = Object.fromEntries([...AMOUNTS, 'money' as const].map((key) => [key, sum(key)])) as Record<
    ColumnKey,
    Cell
  >;
  return {
    energy,
    coal,
    cells: {
      ...cells,
      useCoeff:
        mixed === null
          ? { value: millionths(energy.reference), source: 'reference' }
          : { value: mixed, source: 'formula' },
    },
  };
}

/** The rows that row 40 sums: rows with parts count by their parts. */
export function countedOf(rows: readonly Row[]): readonly Row[] {
  const withParts = new Set(rows.filter((row) => !isEmpty(row)).flatMap((row) => row.energy.partOf ?? []));
  return rows.filter((row) => !withParts.has(row.energy.code));
}

/** Row 40: every amount in tce, money as it is. */
export function totalOf(rows: readonly Row[]): Readonly<Record<ColumnKey, Cell>> {
  const counted = countedOf(rows);
  const cells = Object.fromEntries(
    AMOUNTS.map((key) => [
      key,
      cell(plus(...counted.map((row) => weighed(row.cells[key].value, row.cells.useCoeff.value))), 'formula'),
    ]),
  ) as Record<ColumnKey, Cell>;
  return {
    ...cells,
    money: cell(plus(...counted.map((row) => row.cells.money.value)), 'formula'),
    useCoeff: NONE,
  };
}
