import type { Bound } from '#contract/scene/scene.ts';
import { textWidth } from './geometry.ts';

/** What meters are called now, in the language of whoever looks. */
export type Names = ReadonlyMap<number, { readonly code: string; readonly name: string }>;
export const NO_NAMES: Names = new Map();

/** px a letter of a label. */
const LABEL_SIZE = 12;
/** Between the lines of a label. */
const LINE_BREAK = ' / ';

/** An element of any kind of picture, as far as its name goes. */
interface Named extends Bound {
  readonly label?: string | undefined;
  /** px */
  readonly labelRoom?: number | undefined;
  readonly origin?: string | undefined;
}

/** The meter that an element tells of: the first that it binds. */
export const meterOf = (one: Named): number | null =>
  (one.bindings ?? []).flatMap(({ source }) => ('ammeterId' in source ? [source.ammeterId] : []))[0] ?? null;

/** The meter that an element was drawn from. */
const originMeter = (one: Named): number | null => {
  const id = /^meter:(\d+)/.exec(one.origin ?? '')?.[1];
  return id === undefined ? null : Number(id);
};

/** The meter that an element tells of or was drawn from: a breaker stands for the meter behind it. */
export const meterBehind = (one: Named): number | null => meterOf(one) ?? originMeter(one);

/** A name that fits into so many px. */
function shortened(name: string, room: number): string {
  if (textWidth(name, LABEL_SIZE) <= room) return name;
  const signs = Array.from(name);
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, LABEL_SIZE) > room) signs.pop();
  return `${signs.join('')}…`;
}

/**
 * The lines of an element's label: `{name}` and `{code}` stand for those of its meter, so that a renamed meter, and
 * another language, need no other picture.
 */
export function labelLines(one: Named, names: Names): string[] {
  const label = one.label ?? '';
  if (label === '') return [];
  const id = meterBehind(one);
  const meter = id === null ? undefined : names.get(id);
  const room = one.labelRoom;
  return label
    .split(LINE_BREAK)
    .map((line) =>
      line
        .replace('{name}', meter?.name ?? '')
        .replace('{code}', meter?.code ?? '')
        .trim(),
    )
    .filter((line) => line !== '')
    .map((line) => (room === undefined ? line : shortened(line, room)));
}

/** What an element is called by its label or its meter; null = it has no name. */
export function knownName(one: Named, names: Names): string | null {
  const id = meterBehind(one);
  const meter = id === null ? undefined : names.get(id);
  const own = labelLines({ ...one, labelRoom: undefined }, names).join(' ');
  return own || (meter ? `${meter.code} ${meter.name}` : null);
}

/** What an element is called in a list. */
export const nameOf = (one: Named, names: Names): string => knownName(one, names) ?? one.id;
