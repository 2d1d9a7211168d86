import type { Field } from '#contract/field.ts';
import { inEveryLanguage, type Language, type Text, textIn } from '#contract/text.ts';
import { unitOf } from '#domain/cell/unit.ts';
import { unitIn } from '#domain/figure/unit.ts';
import type { Row } from '../../sheet/cell.ts';

const NUMBERS: readonly string[] = ['integer', 'decimal'];

/** Whether a field holds a number, which may have a unit. */
export const isNumber = ({ kind }: Field): boolean => NUMBERS.includes(kind);

/** What stands in brackets behind a label: `Investment (10,000 yuan)`. */
const inBrackets = (name: string): string | undefined => /[(（]([^()（）]+)[)）]$/.exec(name)?.[1];

/** The units of a number, the longest first: its own, and what stands in brackets in its label. */
export function unitsOf(field: Field): readonly string[] {
  let units = known.get(field);
  if (!units) {
    const { unit, label } = field;
    const reported = inEveryLanguage(label).flatMap((name) => {
      const inside = inBrackets(name);
      return inside === undefined ? [] : [inside, `个${inside}`];
    });
    units = [...(unit === undefined ? [] : [unit]), ...reported]
      .map((one) => one.normalize('NFKC'))
      .toSorted((a, b) => b.length - a.length);
    known.set(field, units);
  }
  return units;
}

// Asked for every cell.
const known = new WeakMap<Field, readonly string[]>();

/** Units of headers beside those of readings, each with its spellings in small letters and without blanks. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  元: ['元', 'yuan', 'cny', 'rmb', '人民币元'],
  千元: ['千元', '1,000yuan', '1000yuan', '103cny'],
  万元: ['万元', '10,000yuan', '10000yuan', '104yuan', '104元', '104cny'],
  百万元: ['百万元', 'millionyuan', '106cny'],
  亿元: ['亿元', '100millionyuan', '108cny'],
  ms: ['ms', '毫秒'],
  s: ['s', 'sec', 'second', 'seconds', '秒', '秒钟'],
  min: ['min', 'minute', 'minutes', '分', '分钟'],
  h: ['h', 'hr', 'hour', 'hours', '小时'],
  d: ['d', 'day', 'days', '天', '日'],
  month: ['month', 'months', '月', '个月'],
  a: ['a', 'year', 'years', '年'],
  kW: ['kwp'],
  MW: ['mwp', '兆瓦'],
  万kW: ['万kw', '万千瓦'],
  kVA: ['千伏安'],
  MVA: ['兆伏安'],
  '10⁴kWh': ['104kwh'],
  kg: ['kgco2', 'kgco2e'],
  t: ['tco2', 'tco2e'],
  万t: ['万t', '万吨', '104t'],
  kgce: ['kgce', '千克标准煤', '公斤标准煤'],
  gce: ['gce', '克标准煤'],
  tce: ['吨标准煤'],
};
const BY_SPELLING = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, names]) => names.map((name) => [name, unit])),
);

/** A unit in one spelling, those of a quotient each; null where one is not known. */
function spelled(text: string): string | null {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
  const whole = BY_SPELLING.get(plain) ?? unitOf(plain);
  if (whole !== null) return whole;
  const parts = plain.split(/[/·]/);
  if (parts.length === 1) return null;
  const units = parts.map((part) => BY_SPELLING.get(part) ?? unitOf(part));
  return units.includes(null) ? null : units.join('/');
}

const unitText = ({ unit, label }: Field, language: Language): string =>
  unit === undefined ? (inBrackets(textIn(label, language)) ?? '') : unitIn(language, unit);

/**
 * The unit that a column must be in, where its header states another in brackets: a number is taken as it stands. What is no
 * unit that is known (`required`, `最近一年`) says nothing.
 * @param header of full or half width
 */
export function otherUnit(field: Field, header: string): Text | undefined {
  const own = isNumber(field) ? unitsOf(field) : [];
  if (own.length === 0) return undefined;
  const fitting = new Set(own.map((unit) => spelled(unit)));
  const stated = [...header.normalize('NFKC').matchAll(/[([【〔]([^()[\]【】〔〕]+)[)\]】〕]/g)].flatMap(
    ([, inside = '']) => spelled(inside) ?? [],
  );
  if (stated.every((unit) => fitting.has(unit))) return undefined;
  return { zh: unitText(field, 'zh'), en: unitText(field, 'en') };
}

/**
 * A row whose cells that show a percentage say what they show, in columns of per cent: 0.1 there is 10%. Elsewhere
 * the number stays what it is.
 */
export function withPercents(row: Row, columns: ReadonlyMap<number, readonly [string, Field]>): Row {
  const { percents } = row;
  if (!percents) return row;
  const isPercent = (at: number): boolean => {
    const field = columns.get(at)?.[1];
    return percents.has(at) && field !== undefined && isNumber(field) && unitsOf(field).includes('%');
  };
  const cells = row.cells.map((cell, at) =>
    typeof cell === 'number' && isPercent(at) ? `${Number((cell * 100).toPrecision(15))}%` : cell,
  );
  return { ...row, cells };
}
