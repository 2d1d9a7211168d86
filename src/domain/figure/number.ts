import { type BaseLanguage, baseOf, type Language } from '#contract/text.ts';

/** What is shown for a value that is missing: never 0, never blank. */
export const MISSING = '--';

/** A unit chosen by magnitude: divide by `factor`, show `decimals`, write `unit`. */
export interface Scale {
  readonly unit: string;
  readonly factor: number;
  readonly decimals: number;
}

/** The steps of a unit, smallest first. */
const STEPS: Readonly<Record<string, readonly Scale[]>> = {
  kWh: [
    { unit: 'kWh', factor: 1, decimals: 1 },
    { unit: 'MWh', factor: 1e3, decimals: 1 },
    { unit: 'GWh', factor: 1e6, decimals: 2 },
  ],
  kvarh: [
    { unit: 'kvarh', factor: 1, decimals: 1 },
    { unit: 'Mvarh', factor: 1e3, decimals: 1 },
    { unit: 'Gvarh', factor: 1e6, decimals: 2 },
  ],
  kW: [
    { unit: 'kW', factor: 1, decimals: 0 },
    { unit: 'MW', factor: 1e3, decimals: 2 },
    { unit: 'GW', factor: 1e6, decimals: 2 },
  ],
  V: [
    { unit: 'V', factor: 1, decimals: 1 },
    { unit: 'kV', factor: 1e3, decimals: 2 },
  ],
  kgce: [
    { unit: 'kgce', factor: 1, decimals: 1 },
    { unit: 'tce', factor: 1e3, decimals: 2 },
  ],
  kgCO2: [
    { unit: 'kgCO2', factor: 1, decimals: 1 },
    { unit: 'tCO2', factor: 1e3, decimals: 2 },
  ],
};

/** Decimals of units that are never scaled. */
const DECIMALS: Readonly<Record<string, number>> = {
  '%': 0,
  min: 0,
  'kWh/m³': 4,
  A: 0,
  kV: 2,
  CNY: 2,
  元: 2,
};

/** A largest value of up to this many thousands is still written in the smaller unit. */
const DIGITS = 10_000;

/**
 * Chooses the unit of a column or an axis, once for all its values: the largest has one to four digits before the
 * point; a unit without steps loses decimals instead. Power below 10 kW gets two decimals, since whole kW would hide it.
 */
export function scaleFor(unit: string, values: Iterable<number | null | undefined>): Scale {
  const steps = STEPS[unit];
  let largest = 0;
  for (const value of values) if (value != null) largest = Math.max(largest, Math.abs(value));
  if (!steps)
    return { unit, factor: 1, decimals: DECIMALS[unit] ?? (largest < 1e4 ? 2 : largest < 1e5 ? 1 : 0) };
  const scale = steps.find((step) => largest < step.factor * DIGITS) ?? steps.at(-1)!;
  return unit === 'kW' && scale.factor === 1 && largest < 100 ? { ...scale, decimals: 2 } : scale;
}

/** The share of small values that a table may write with one digit alone. */
const FEW = 0.1;

/**
 * The unit of a table, where small values stand beside large ones: one step smaller than the largest needs where more
 * than a tenth of the values would have fewer than two digits.
 */
export function tableScaleFor(unit: string, values: readonly (number | null)[]): Scale {
  const scale = scaleFor(unit, values);
  const sizes = values.map((value) => Math.abs(value ?? 0)).filter((size) => size > 0);
  const small = sizes.sort((a, b) => a - b)[Math.floor(FEW * (sizes.length - 1))];
  if (small === undefined) return scale;
  if (!STEPS[unit] && small < 10) return { ...scale, decimals: DECIMALS[unit] ?? 2 };
  const smaller = STEPS[unit]?.findLast((step) => step.factor < scale.factor);
  return smaller && small < scale.factor * 10 ** (1 - scale.decimals) ? smaller : scale;
}

const formats = new Map<number, Intl.NumberFormat>();

/** Thousands by comma in both languages, a decimal point, a true minus; `--` for what is missing. */
export function formatNumber(value: number | null | undefined, decimals = 2): string {
  if (value == null || !Number.isFinite(value)) return MISSING;
  let format = formats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(decimals, format);
  }
  return format
    .format(value)
    .replace(/^-(?=[0,.]*$)/, '')
    .replace('-', '\u2212');
}

/** Every digit that came, thousands separated: for hover and provenance. */
export function formatFull(value: number | null | undefined): string {
  if (value == null || !Number.isFinite(value)) return MISSING;
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 }).format(value).replace('-', '\u2212');
}

/** A value in a scale, without its unit. */
export function formatScaled(value: number | null | undefined, scale: Scale): string {
  return value == null ? MISSING : formatNumber(value / scale.factor, scale.decimals);
}

/** Decimals of one value of a column of up to `decimals`: zeros beyond two (of a price: four) say nothing. */
export function shownDecimals(value: number, decimals = 0, unit = ''): number {
  const least = unit.startsWith('yuan/') ? 4 : 2;
  if (decimals <= least) return decimals;
  const written = value.toFixed(decimals).replace(/0+$/, '');
  return Math.max(least, written.length - written.indexOf('.') - 1);
}

/** A value in the magnitude that suits it, with its unit: `37.34 GWh`. */
export function formatAmount(value: number | null | undefined, unit: string): string {
  if (value == null) return MISSING;
  const scale = scaleFor(unit, [value]);
  return `${formatScaled(value, scale)} ${scale.unit}`;
}

/** A span in a scale, without its unit: `60.33–66.68`; an open end as `≥` or `≤`. */
export function formatSpan(
  { from, to }: { readonly from: number | null; readonly to: number | null },
  scale: Scale,
): string {
  if (from === null) return to === null ? MISSING : `≤ ${formatScaled(to, scale)}`;
  return to === null
    ? `≥ ${formatScaled(from, scale)}`
    : `${formatScaled(from, scale)}–${formatScaled(to, scale)}`;
}

/** A difference with its sign: `+13.26`. */
export function formatDifference(value: number | null | undefined, decimals = 2): string {
  const text = formatNumber(value, decimals);
  return text === MISSING || text.startsWith('\u2212') ? text : `+${text}`;
}

/** A difference as a share: `0.011` → `+1.1%`; the sign is always written. */
export function formatChange(share: number | null | undefined, decimals = 1): string {
  if (share == null || !Number.isFinite(share)) return MISSING;
  const text = formatNumber(share * 100, decimals);
  return `${text.startsWith('\u2212') ? '' : '+'}${text}%`;
}

/** A share of a whole, `0.98` → `98%`. */
export function formatPercent(share: number | null | undefined, decimals = 0): string {
  return share == null || !Number.isFinite(share) ? MISSING : `${formatNumber(share * 100, decimals)}%`;
}

/** Coverage floors, so that 99.6 % shows 99: a gap never disappears by rounding. */
export function coveragePercent(share: number): number {
  return Math.max(0, Math.min(100, Math.floor(share * 100 + 1e-9)));
}

const AGE_UNITS = {
  zh: { s: '秒', min: '分钟', h: '小时', d: '天' },
  en: { s: 's', min: 'min', h: 'h', d: 'd' },
} as const satisfies Readonly<Record<BaseLanguage, unknown>>;

/** An age in seconds: `12 s`, `16 min`, `1 h 12 min`, above a day `3 d`; in Chinese `1 小时 12 分钟`. */
export function ageIn(language: Language, seconds: number): string {
  const unit = AGE_UNITS[baseOf(language)];
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s} ${unit.s}`;
  const m = Math.floor(s / 60);
  if (m < 60) return `${m} ${unit.min}`;
  const h = Math.floor(m / 60);
  if (h < 24) return m % 60 ? `${h} ${unit.h} ${m % 60} ${unit.min}` : `${h} ${unit.h}`;
  return `${Math.floor(h / 24)} ${unit.d}`;
}
