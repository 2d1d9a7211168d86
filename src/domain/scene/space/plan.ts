import type { BodyOf, Space, SpaceBody } from '#contract/scene/space.ts';
import type { Ink } from '../ink.ts';
import { node, type SvgNode } from '../node.ts';
import { type Box, textWidth } from '../geometry.ts';
import type { Paint } from './paint.ts';
import { floorsOf, footOf, heightOf, reachOf, roomOf, shownBodies, turned } from './shape.ts';

/** Units of the drawing a metre. */
const SCALE = 20;
/** Words are as large as is read on a screen that shows the whole plan. */
const LETTER = 11;
const LETTERS_ACROSS = 70;
/** Height of a line against its letters. */
const LINE = 1.2;

/** What a plan is drawn with. */
export interface PlanGround {
  readonly ink: Ink;
  readonly paints: ReadonlyMap<string, Paint>;
  /** Heat colours, which go before those of looks; a body without one is grey. */
  readonly heat: ReadonlyMap<string, string> | null;
  /** The floor that is drawn alone; null = all that are shown. */
  readonly floor: string | null;
  readonly chosen: ReadonlySet<string>;
}

const at = (x: number, y: number): string =>
  `${Math.round(x * SCALE * 10) / 10} ${Math.round(-y * SCALE * 10) / 10}`;

const ring = (points: readonly { x: number; y: number }[]): string =>
  `M${points.map(({ x, y }) => at(x, y)).join('L')}Z`;

function pipePath(body: BodyOf<'pipe'>): string {
  return `M${body.points
    .map((one) => turned(body, one.x, one.y))
    .map(({ x, y }) => at(x, y))
    .join('L')}`;
}

/** Where a body stands, seen from above. */
function footprint(body: SpaceBody, color: string, ground: PlanGround): SvgNode {
  const glass = body.glass === true;
  const chosen = ground.chosen.has(body.id);
  const line = {
    stroke: chosen ? ground.ink('accent') : color,
    'stroke-width': chosen ? 3 : 1.2,
    fill: color,
    'fill-opacity': glass ? 0.06 : 0.5,
  };
  const { x, y } = body;
  switch (body.type) {
    case 'cylinder':
    case 'sphere':
      return node('ellipse', {
        cx: x * SCALE,
        cy: -y * SCALE,
        rx: body.r * SCALE,
        ry: body.r * SCALE,
        ...line,
      });
    case 'pipe':
      return node('path', {
        ...line,
        d: pipePath(body),
        fill: 'none',
        stroke: chosen ? ground.ink('accent') : color,
        'stroke-width': Math.max(2, 2 * body.r * SCALE),
        'stroke-opacity': 0.7,
      });
    case 'sign':
      return node('path', { ...line, d: ring([-4, 4].map((d) => ({ x: x + d / SCALE, y }))) });
    case 'model':
      return node('path', { ...line, 'stroke-dasharray': '4 3', d: ring(reachOf(body)) });
    case 'box':
    case 'outline':
      return node('path', { ...line, d: ring(reachOf(body)) });
  }
}

interface Words {
  readonly lines: readonly string[];
  readonly box: Box;
}

/** Words of bodies amid them; of those that would lie on each other the first is shown. @param letter their size */
function labelsOf(bodies: readonly SpaceBody[], ground: PlanGround, letter: number): SvgNode[] {
  const taken: Words[] = [];
  for (const body of bodies) {
    const lines = ground.paints.get(body.id)?.lines ?? [];
    const w = Math.max(0, ...lines.map((line) => textWidth(line, letter)));
    const h = lines.length * letter * LINE;
    const box = { x: body.x * SCALE - w / 2, y: -body.y * SCALE - h / 2, w, h };
    if (lines.length > 0 && !taken.some((other) => meets(box, other.box))) taken.push({ lines, box });
  }
  return taken.map(({ lines, box }) => {
    const x = box.x + box.w / 2;
    const words = lines.map((line, i) => node('tspan', { x, y: box.y + (i + 0.8) * letter * LINE }, line));
    const halo = { stroke: ground.ink('ground'), 'stroke-width': letter / 4, 'paint-order': 'stroke' };
    return node(
      'text',
      {
        'font-size': letter,
        'text-anchor': 'middle',
        'pointer-events': 'none',
        fill: ground.ink('text'),
        ...halo,
      },
      words,
    );
  });
}

const meets = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

function alarmOf(body: SpaceBody, { alarm }: Paint, ground: PlanGround): SvgNode | null {
  if (alarm === 0) return null;
  const urgent = alarm <= 2;
  const [x, y] = [body.x * SCALE, -body.y * SCALE - 22];
  return node('path', {
    d: urgent
      ? `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z`
      : `M${x} ${y - 6}L${x + 7} ${y + 6}H${x - 7}Z`,
    fill: ground.ink(urgent ? 'alarm' : 'warning'),
    'data-alarm': alarm,
  });
}

/** Bodies from the lowest to the highest, so that what stands on another is seen. */
function drawnOrder(space: Space, floor: string | null): SpaceBody[] {
  const floors = floorsOf(space);
  const top = (one: SpaceBody): number => footOf(one, floors) + (one.glass ? 0 : heightOf(one));
  return shownBodies(space, floor).toSorted(
    (a, b) => Number(b.glass === true) - Number(a.glass === true) || top(a) - top(b),
  );
}

/** A space from above, as an SVG document; every body is a group with its `data-id`. */
export function planOf(space: Space, title: string, ground: PlanGround): SvgNode {
  const bodies = drawnOrder(space, ground.floor);
  const shown = bodies.filter((one) => ground.paints.get(one.id)?.shown);
  const { least, most } = roomOf(space, bodies);
  // Words of what stands at the border reach beyond it.
  const margin = Math.max(1.5, (most.x - least.x) / 20);
  const [x, y] = [(least.x - margin) * SCALE, (least.y - margin) * SCALE];
  const [w, h] = [most.x - least.x, most.y - least.y].map((m) => (m + 2 * margin) * SCALE) as [
    number,
    number,
  ];
  return node(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `${x} ${-y - h} ${w} ${h}`,
      width: Math.round(w),
      height: Math.round(h),
      'font-family': 'sans-serif',
    },
    [
      node('title', {}, title),
      ...bodies.flatMap((body) => {
        const paint = ground.paints.get(body.id);
        if (!paint?.shown) return [];
        const color = ground.heat
          ? (ground.heat.get(body.id) ?? ground.ink('quiet'))
          : ground.ink(paint.tone);
        return [
          node('g', { 'data-id': body.id, ...(paint.look ? { 'data-look': paint.look } : {}) }, [
            footprint(body, color, ground),
            alarmOf(body, paint, ground),
          ]),
        ];
      }),
      ...labelsOf(shown, ground, Math.max(LETTER, w / LETTERS_ACROSS)),
    ],
  );
}
