import type { Binding, BindingMap, Look } from '#contract/scene/binding.ts';
import { sourceKey } from '#contract/scene/binding.ts';
import type { Bound } from '#contract/scene/scene.ts';
import { type Language, textIn } from '#contract/text.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';

/** What is known of a source. */
export interface Told {
  /** Null = not known. */
  readonly value: number | null;
  /** ms: when it was so; null = never. */
  readonly ts: number | null;
  readonly unit: string;
  /** ms after which it is old; null = it holds until it changes. */
  readonly holdMs: number | null;
  /** Names of states of a signal, by their number. */
  readonly words?: Readonly<Record<number, string>>;
  /** It is at least that: something may hide a higher one. */
  readonly atLeast?: boolean;
}
export type Values = ReadonlyMap<string, Told>;

const NOTHING: Told = { value: null, ts: null, unit: '', holdMs: null };

/** What a binding reads now. `age` in ms is given where the value is old. */
export interface Read extends Told {
  readonly age: number | null;
}

/** What a binding reads at `now`, ms. */
export function readBinding(
  { source, staleSeconds }: Pick<Binding, 'source' | 'staleSeconds'>,
  values: Values,
  now: number,
): Read {
  const told = values.get(sourceKey(source)) ?? NOTHING;
  const hold = staleSeconds === undefined ? told.holdMs : staleSeconds * 1000;
  const age = told.ts === null ? null : now - told.ts;
  return { ...told, age: hold !== null && age !== null && age > hold ? age : null };
}

const inside = (value: number, { from, to }: { from: number | null; to: number | null }): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** The look that ranges give a value; what is not known, or old, is unknown. */
export function lookOf(map: Extract<BindingMap, { kind: 'range' }>, read: Read): Look {
  const { value } = read;
  if (value === null || read.age !== null) return 'unknown';
  return map.ranges.find((range) => inside(value, range))?.look ?? 'unknown';
}

/** The bindings of an element of one kind of map. */
export const mapped = <K extends BindingMap['kind']>(
  element: Pick<Bound, 'bindings'>,
  kind: K,
): (Binding & { readonly map: Extract<BindingMap, { kind: K }> })[] =>
  (element.bindings ?? []).filter(
    (one): one is Binding & { readonly map: Extract<BindingMap, { kind: K }> } => one.map.kind === kind,
  );

/** Ranges that make the look of an element; an alarm has a mark of its own. */
export const looksOf = (element: Pick<Bound, 'bindings'>) =>
  mapped(element, 'range').filter(({ source }) => source.kind !== 'alarm');

/**
 * The range that tells where a switch stands: one that names a position, by a signal before anything else; without one whatever a signal
 * tells. A limit of a current or of a load tells of no position.
 */
export function positionOf(element: Pick<Bound, 'bindings'>) {
  const ranges = looksOf(element);
  const signals = ranges.filter(({ source }) => source.kind === 'signal');
  return [...signals, ...ranges].find(({ map }) => map.ranges.some(isPosition)) ?? signals[0];
}

const isPosition = ({ look }: { readonly look: Look }): boolean => look === 'open' || look === 'closed';

/** Whether an element is shown; a value that is not known, or old, hides nothing. */
export const isShown = (element: Pick<Bound, 'bindings'>, values: Values, now: number): boolean =>
  mapped(element, 'visible').every((one) => {
    const { value, age } = readBinding(one, values, now);
    return value === null || age !== null || inside(value, one.map);
  });

/** A value in words: the name of its state, or the number with its unit. */
export function valueText(
  map: Extract<BindingMap, { kind: 'format' }>,
  { value, unit, words, atLeast }: Read,
): string {
  if (value === null) return '--';
  const word = words?.[value];
  if (word !== undefined) return word;
  const shown = map.unit ?? unit;
  return `${atLeast === true ? '≥ ' : ''}${formatNumber(value, map.decimals)}${shown === '' ? '' : ` ${shown}`}`;
}

const STEPS = [
  [DAY_MS, '天', 'd'],
  [HOUR_MS, '小时', 'h'],
  [MINUTE_MS, '分', 'min'],
  [1000, '秒', 's'],
] as const;

/** An age in its largest unit: `14 min`. */
export function ageIn(ms: number, language: Language): string {
  const [unit, zh, en] = STEPS.find(([length]) => ms >= length) ?? [1000, '秒', 's'];
  return `${Math.floor(ms / unit)} ${textIn({ zh, en }, language)}`;
}
