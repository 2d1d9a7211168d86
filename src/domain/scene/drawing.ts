import type { Look } from '#contract/scene/binding.ts';
import type { ElementOf, SceneElement } from '#contract/scene/scene.ts';
import type { Language } from '#contract/text.ts';
import { busEnd, type Elements, wirePoints } from './geometry.ts';
import type { Ink, InkName } from './ink.ts';
import type { Names } from './label.ts';
import { node, type SvgNode } from './node.ts';
import type { Fed } from './supply.ts';
import { symbolOf } from './symbol/symbols.ts';
import { ageIn, lookOf, looksOf, mapped, positionOf, readBinding, type Values } from './told.ts';

/** A curve of a trend: instants (ms) and values; null = a gap. */
export type Curve = readonly (readonly [ts: number, value: number | null])[];

/** What is known while a scene is looked at. */
export interface Seen {
  readonly values: Values;
  readonly curves: ReadonlyMap<string, Curve>;
  /** ms */
  readonly now: number;
  readonly fed: ReadonlyMap<string, Fed>;
  /** Level of voltage of each element, 1 the highest; an element without one has none. */
  readonly levels: ReadonlyMap<string, 1 | 2 | 3 | 4>;
}

/** What a drawing needs beside its element: the others, colours, words; `seen` null = it is edited, nothing is known. */
export interface Ground {
  readonly elements: Elements;
  readonly ink: Ink;
  readonly language: Language;
  readonly seen: Seen | null;
  readonly names: Names;
}

/** Looks as colours; what a look is, the shape tells as well. */
const INK_OF_LOOK: Partial<Record<Look, InkName>> = {
  warning: 'warning',
  alarm: 'alarm',
  running: 'normal',
  stopped: 'offline',
  offline: 'offline',
  unknown: 'quiet',
};

const isSwitch = (element: SceneElement): boolean =>
  element.type === 'symbol' && symbolOf(element.symbol)?.role === 'switch';

/** The look of an element by its first ranges, of a switch by those of its position; null = none is bound, or nothing is looked at. */
export function lookAt(element: SceneElement, { seen }: Ground): Look | null {
  const [first] = looksOf(element);
  const range = isSwitch(element) ? (positionOf(element) ?? first) : first;
  return seen && range ? lookOf(range.map, readBinding(range, seen.values, seen.now)) : null;
}

/** What is beyond its limits at a switch beside its position; null = nothing is. */
export function limitAt(element: SceneElement, { seen }: Ground): 'alarm' | 'warning' | null {
  if (!seen || !isSwitch(element)) return null;
  const looks = looksOf(element).map((one) => lookOf(one.map, readBinding(one, seen.values, seen.now)));
  return looks.includes('alarm') ? 'alarm' : looks.includes('warning') ? 'warning' : null;
}

/** How the lines of an element are drawn: colour, and dots where it is not fed for certain. */
export interface Stroke {
  readonly color: string;
  readonly dash: string | undefined;
}

/** @param look what its own values say, which goes before its level */
export function strokeOf(element: SceneElement, ground: Ground, look: Look | null): Stroke {
  const { ink, seen } = ground;
  const own = look === null ? undefined : INK_OF_LOOK[look];
  const fed = seen?.fed.get(element.id);
  if (fed === 'dead' || fed === 'unknown')
    return { color: ink(own ?? 'quiet'), dash: fed === 'unknown' ? '2 3' : '7 4' };
  const level = seen?.levels.get(element.id);
  return { color: ink(own ?? (level === undefined ? 'line' : `level${level}`)), dash: undefined };
}

/** The bar of a bus, with its name above its first end. */
export function drawBus(element: ElementOf<'bus'>, ground: Ground): SvgNode[] {
  const { color, dash } = strokeOf(element, ground, lookAt(element, ground));
  const { x, y } = element;
  const end = busEnd(element);
  const words = [element.label, element.kv === undefined ? '' : `${element.kv} kV`]
    .filter(Boolean)
    .join('  ');
  return [
    node('path', { d: `M${x} ${y}L${end.x} ${end.y}`, stroke: color, 'stroke-width': 5, 'stroke-dasharray': dash, fill: 'none' }),
    ...(words === '' ? [] : [node('text', { x: x + (element.turn === 90 ? 10 : 0), y: y + (element.turn === 90 ? 12 : -8), 'font-size': 12, fill: ground.ink('text') }, words)]),
  ]; // prettier-ignore
}

/** A wire, and marks of what flows along it. */
export function drawWire(element: ElementOf<'wire'>, ground: Ground): SvgNode[] {
  const points = wirePoints(element, ground.elements);
  if (!points) return [];
  const { color, dash } = strokeOf(element, ground, lookAt(element, ground));
  const d = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const flow = flowOf(element, ground);
  return [
    // What is clicked is wider than what is seen.
    node('path', { d, stroke: 'transparent', 'stroke-width': 11, fill: 'none' }),
    node('path', { d, stroke: color, 'stroke-width': 1.6, 'stroke-dasharray': dash ?? (element.dashed ? '6 4' : undefined), fill: 'none' }),
    ...(flow === 0 ? [] : [node('path', { d, class: flow > 0 ? 'sceneFlow' : 'sceneFlowBack', stroke: color, 'stroke-width': 3.4, 'stroke-dasharray': '1 11', 'stroke-linecap': 'round', fill: 'none' })]),
  ]; // prettier-ignore
}

function flowOf(element: SceneElement, { seen }: Ground): -1 | 0 | 1 {
  const [flow] = mapped(element, 'flow');
  if (!seen || !flow) return 0;
  const { value, age } = readBinding(flow, seen.values, seen.now);
  if (value === null || age !== null) return 0;
  return value > flow.map.least ? 1 : value < -flow.map.least ? -1 : 0;
}

/** A mark of the level of the alarm of an element, told by shape: a diamond for the upper two, a triangle for the others. */
export function alarmMark(element: SceneElement, ground: Ground, x: number, y: number): SvgNode | null {
  const one = element.bindings?.find(({ source }) => source.kind === 'alarm');
  if (!ground.seen || !one) return null;
  const { value } = readBinding(one, ground.seen.values, ground.seen.now);
  if (value === null || value === 0) return null;
  const urgent = value <= 2;
  return node('path', {
    d: urgent
      ? `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z`
      : `M${x} ${y - 6}L${x + 7} ${y + 6}H${x - 7}Z`,
    fill: ground.ink(urgent ? 'alarm' : 'warning'),
    class: 'sceneAlarm',
    'data-alarm': value,
  });
}

/** A line that says how old a value is. */
export const ageLine = (age: number, language: Language): string =>
  language === 'zh' ? `${ageIn(age, 'zh')}前` : `${ageIn(age, language)} ago`;
