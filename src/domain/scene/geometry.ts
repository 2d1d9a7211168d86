import type { ElementOf, Scene, SceneElement, WireEnd } from '#contract/scene/scene.ts';
import type { Port, SceneSymbol } from './symbol/figure.ts';
import { symbolOf } from './symbol/symbols.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Box extends Point {
  readonly w: number;
  readonly h: number;
}
/** The elements of a scene by their id. */
export type Elements = ReadonlyMap<string, SceneElement>;
type Out = Port['out'];

export const elementsOf = (scene: Pick<Scene, 'elements'>): Elements =>
  new Map(scene.elements.map((one) => [one.id, one]));

const OUTS: readonly Out[] = ['up', 'right', 'down', 'left'];

/** A place inside a symbol's drawing as a place on the sheet. */
function placedAt(
  { x, y, turn = 0, mirrored, scale = 1 }: ElementOf<'symbol'>,
  { x: px, y: py }: Point,
): Point {
  const sx = px * scale * (mirrored ? -1 : 1);
  const sy = py * scale;
  if (turn === 90) return { x: x - sy, y: y + sx };
  if (turn === 180) return { x: x - sx, y: y - sy };
  if (turn === 270) return { x: x + sy, y: y - sx };
  return { x: x + sx, y: y + sy };
}

/** Where a port of a symbol lies on the sheet, and which way a wire leaves it; null = there is none of this name. */
export function portAt(element: ElementOf<'symbol'>, portId: string): (Point & { readonly out: Out }) | null {
  const port = symbolOf(element.symbol)?.ports.find(({ id }) => id === portId);
  if (!port) return null;
  let way = OUTS.indexOf(port.out);
  if (element.mirrored && way % 2 === 1) way = (way + 2) % 4;
  const out = OUTS[(way + (element.turn ?? 0) / 90) % 4] ?? port.out;
  return { ...placedAt(element, port), out };
}

/** Where a bus goes to. */
export const busEnd = ({ x, y, length, turn }: ElementOf<'bus'>): Point =>
  turn === 90 ? { x, y: y + length } : { x: x + length, y };

/** A place along a bus. */
const onBus = ({ x, y, length, turn }: ElementOf<'bus'>, at: number): Point => {
  const along = Math.min(Math.max(at, 0), length);
  return turn === 90 ? { x, y: y + along } : { x: x + along, y };
};

type Ended = Point & { readonly out: Out | null; readonly flat: boolean | null };

function endOf(end: WireEnd, elements: Elements): Ended | null {
  if ('x' in end) return { ...end, out: null, flat: null };
  const element = elements.get(end.element);
  if (element?.type === 'symbol' && 'port' in end) {
    const port = portAt(element, end.port);
    return port && { ...port, flat: null };
  }
  if (element?.type === 'bus' && 'at' in end)
    return { ...onBus(element, end.at), out: null, flat: element.turn !== 90 };
  return null;
}

/** Where an end of a wire lies; null = what it is fastened to is not there. */
export const endPlace = (end: WireEnd, elements: Elements): Point | null => endOf(end, elements);

/** Whether a wire leaves an end up or down; null = either. */
const isUpright = ({ out, flat }: Ended): boolean | null =>
  out === null ? flat : out === 'up' || out === 'down';

/**
 * The corners of a wire from end to end, every segment of it upright or level whatever its ends moved to. Null = an end
 * is fastened to nothing.
 */
export function wirePoints(wire: ElementOf<'wire'>, elements: Elements): Point[] | null {
  const from = endOf(wire.from, elements);
  const to = endOf(wire.to, elements);
  if (!from || !to) return null;
  const bends = wire.bends ?? [];
  if (bends.length === 0) return straight(between(from, to));
  const points: Point[] = [{ x: from.x, y: from.y }];
  let upright = isUpright(from) ?? true;
  const stops = [...bends, to];
  stops.forEach((next, i) => {
    const last = points.at(-1) ?? from;
    const isLast = i === stops.length - 1;
    if (last.x !== next.x && last.y !== next.y) {
      const ends = isLast ? isUpright(to) : null;
      // The last segment arrives as its end asks; the others begin the way that the wire goes.
      const first = ends === null ? upright : !ends;
      points.push(first ? { x: last.x, y: next.y } : { x: next.x, y: last.y });
    }
    const corner = points.at(-1) ?? last;
    upright = corner.y === next.y && corner.x !== next.x;
    points.push({ x: next.x, y: next.y });
  });
  return straight(points);
}

function between(from: Ended, to: Ended): Point[] {
  const [a, b] = [
    { x: from.x, y: from.y },
    { x: to.x, y: to.y },
  ];
  if (a.x === b.x || a.y === b.y) return [a, b];
  const [up, arrives] = [isUpright(from) ?? isUpright(to) ?? true, isUpright(to) ?? isUpright(from) ?? true];
  if (up && arrives) {
    const y = middle(a.y, b.y);
    return [a, { x: a.x, y }, { x: b.x, y }, b];
  }
  if (!up && !arrives) {
    const x = middle(a.x, b.x);
    return [a, { x, y: a.y }, { x, y: b.y }, b];
  }
  return up ? [a, { x: a.x, y: b.y }, b] : [a, { x: b.x, y: a.y }, b];
}

const middle = (a: number, b: number): number => Math.round((a + b) / 20) * 10;

/** The same way without corners that turn nowhere. */
function straight(points: readonly Point[]): Point[] {
  return points.filter((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (before && before.x === point.x && before.y === point.y) return false;
    if (!before || !after) return true;
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y));
  });
}

/** Size of a symbol as it lies on the sheet. */
function symbolBox(element: ElementOf<'symbol'>, symbol: SceneSymbol | undefined): Box {
  const { x, y, scale = 1, turn = 0 } = element;
  const [w, h] = [(symbol?.w ?? 30) * scale, (symbol?.h ?? 30) * scale];
  const [width, height] = turn % 180 === 90 ? [h, w] : [w, h];
  return { x: x - width / 2, y: y - height / 2, w: width, h: height };
}

/** Half of a letter's height is its width, a Chinese one is as wide as high. */
export const textWidth = (text: string, size: number): number =>
  Array.from(text).reduce((sum, sign) => sum + (sign > '\u2E7F' ? 1 : 0.58), 0) * size;

function textBox(x: number, y: number, text: string, size: number, anchor = 'start'): Box {
  const w = Math.max(size, textWidth(text, size));
  const left = anchor === 'middle' ? x - w / 2 : anchor === 'end' ? x - w : x;
  return { x: left, y: y - size, w, h: size * 1.3 };
}

/** What an element covers on the sheet, without the words beside it. */
export function boundsOf(element: SceneElement, elements: Elements): Box {
  switch (element.type) {
    case 'symbol':
      return symbolBox(element, symbolOf(element.symbol));
    case 'bus': {
      const end = busEnd(element);
      return { x: element.x - 3, y: element.y - 3, w: end.x - element.x + 6, h: end.y - element.y + 6 };
    }
    case 'wire': {
      const points = wirePoints(element, elements) ?? [];
      return around(points.map(({ x, y }) => ({ x, y, w: 0, h: 0 })));
    }
    case 'text':
      return textBox(element.x, element.y, element.text, element.size ?? 13, element.anchor);
    case 'link':
      return textBox(element.x, element.y, element.text, element.size ?? 13);
    case 'value':
      return textBox(element.x, element.y, '000,000 kW', element.size ?? 14, element.anchor);
    default:
      return { x: element.x, y: element.y, w: element.w, h: element.h };
  }
}

/** The box around boxes; nothing = an empty one at the origin. */
export function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, w: 0, h: 0 };
  let [left, up, right, down] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, w, h } of boxes) {
    left = Math.min(left, x);
    up = Math.min(up, y);
    right = Math.max(right, x + w);
    down = Math.max(down, y + h);
  }
  return { x: left, y: up, w: right - left, h: down - up };
}

export const meets = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.w && b.x <= a.x + a.w && a.y <= b.y + b.h && b.y <= a.y + a.h;
