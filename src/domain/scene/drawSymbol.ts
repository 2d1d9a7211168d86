import type { Look } from '#contract/scene/binding.ts';
import type { ElementOf } from '#contract/scene/scene.ts';
import { ageLine, alarmMark, type Ground, limitAt, lookAt, strokeOf, type Stroke } from './drawing.ts';
import { boundsOf } from './geometry.ts';
import { labelLines } from './label.ts';
import { node, type SvgNode } from './node.ts';
import type { Figure, SceneSymbol } from './symbol/figure.ts';
import { symbolOf } from './symbol/symbols.ts';
import { mapped, readBinding, valueText } from './told.ts';

/** Height of a line of words beside a symbol, px. */
const LABEL_LINE = 15;

/** The figures of a symbol in its place, and beside it its name and values, one a line. */
export function drawSymbol(element: ElementOf<'symbol'>, ground: Ground): SvgNode[] {
  const symbol = symbolOf(element.symbol);
  if (!symbol) return [];
  const look = lookAt(element, ground);
  // The shape of a switch says where it stands, its colour and frame what is beyond its limits.
  const beyond = limitAt(element, ground) ?? look;
  const stroke = strokeOf(element, ground, beyond);
  const { x, y, w } = boundsOf(element, ground.elements);
  return [
    node('g', { transform: transformOf(element, ground) }, [
      node('rect', { x: -symbol.w / 2, y: -symbol.h / 2, width: symbol.w, height: symbol.h, fill: 'transparent' }),
      ...figuresOf(symbol, look).map((one) => drawFigure(one, stroke, ground, element)),
    ]),
    ...labelOf(element, ground),
    ...frameOf(element, ground, beyond),
    ...[alarmMark(element, ground, x + w + 2, y)].filter((one) => one !== null),
  ]; // prettier-ignore
}

/** Positions of switches are shapes of their own; without one that is told the usual figure stands. */
function figuresOf({ figures, states }: SceneSymbol, look: Look | null): readonly Figure[] {
  if (!states || look === null) return figures;
  if (look === 'open' || look === 'closed') return states[look];
  return look === 'unknown' ? states.unknown : figures;
}

function transformOf(element: ElementOf<'symbol'>, ground: Ground): string {
  const { x, y, turn = 0, scale = 1, mirrored } = element;
  const turned = turn + rotationOf(element, ground);
  return [
    `translate(${x} ${y})`,
    ...(turned === 0 ? [] : [`rotate(${turned})`]),
    ...(scale === 1 && !mirrored ? [] : [`scale(${mirrored ? -scale : scale} ${scale})`]),
  ].join(' ');
}

function rotationOf(element: ElementOf<'symbol'>, { seen }: Ground): number {
  const [one] = mapped(element, 'rotate');
  if (!seen || !one) return 0;
  const { value, age } = readBinding(one, seen.values, seen.now);
  return value === null || age !== null ? 0 : Math.round(((value * one.map.perUnit) % 360) * 10) / 10;
}

function drawFigure(
  one: Figure,
  { color, dash }: Stroke,
  { ink }: Ground,
  { turn = 0, mirrored }: ElementOf<'symbol'>,
): SvgNode {
  if (one.letter !== undefined) {
    const [x, y] = [one.x ?? 0, one.y ?? 0];
    const size = one.size ?? 11;
    // Letters stand upright however the symbol lies.
    const transform = [
      ...(turn === 0 ? [] : [`rotate(${-turn} ${x} ${y - size * 0.36})`]),
      ...(mirrored ? [`translate(${2 * x} 0) scale(-1 1)`] : []),
    ].join(' ');
    return node(
      'text',
      {
        x,
        y,
        'font-size': size,
        'text-anchor': 'middle',
        fill: color,
        transform: transform === '' ? undefined : transform,
      },
      one.letter,
    );
  }
  return node('path', {
    d: one.d ?? '',
    stroke: color,
    'stroke-width': 1.6,
    'stroke-linejoin': 'round',
    'stroke-dasharray': one.dashed ? '3 2' : dash,
    fill: one.fill ? color : one.cover ? ink('ground') : 'none',
  });
}

/** The values of an element in words, the first the main one. */
export interface ValueLine {
  readonly text: string;
  readonly old: string | null;
}

export function valueLines(element: ElementOf<'symbol' | 'value'>, ground: Ground): ValueLine[] {
  const { seen } = ground;
  return mapped(element, 'format').map((one) => {
    if (!seen) return { text: `--${one.map.unit ? ` ${one.map.unit}` : ''}`, old: null };
    const read = readBinding(one, seen.values, seen.now);
    return {
      text: valueText(one.map, read),
      old: read.age === null ? null : ageLine(read.age, ground.language),
    };
  });
}

function labelOf(element: ElementOf<'symbol'>, ground: Ground): SvgNode[] {
  const values = valueLines(element, ground);
  const old = values.find((one) => one.old !== null)?.old ?? null;
  const lines = [
    ...labelLines(element, ground.names).map((text) => ({ text, ink: 'text' as const, bold: false })),
    ...values.map((one, i) => ({ text: one.text, ink: one.old === null ? ('text' as const) : ('quiet' as const), bold: i === 0 })),
    ...(old === null ? [] : [{ text: `○ ${old}`, ink: 'quiet' as const, bold: false }]),
  ]; // prettier-ignore
  if (lines.length === 0) return [];
  const side = element.labelSide ?? 'right';
  const { x, y, w, h } = boundsOf(element, ground.elements);
  const beside = side === 'right' || side === 'left';
  const left = side === 'right' ? x + w + 4 : side === 'left' ? x - 4 : x + w / 2;
  const first = beside
    ? y + h / 2 - ((lines.length - 1) * LABEL_LINE) / 2 + 4
    : side === 'below'
      ? y + h + 16
      : y - 6 - (lines.length - 1) * LABEL_LINE;
  const anchor = beside ? (side === 'right' ? 'start' : 'end') : 'middle';
  return lines.map((one, i) =>
    node(
      'text',
      {
        x: left,
        y: first + i * LABEL_LINE,
        'font-size': one.bold ? 13 : 12,
        'font-weight': one.bold ? 600 : undefined,
        'text-anchor': anchor,
        fill: ground.ink(one.ink),
      },
      one.text,
    ),
  );
}

/** What is beyond its limits has a frame beside its colour. */
function frameOf(element: ElementOf<'symbol'>, ground: Ground, look: Look | null): SvgNode[] {
  if (look !== 'alarm' && look !== 'warning') return [];
  const { x, y, w, h } = boundsOf(element, ground.elements);
  return [
    node('rect', {
      x: x - 3,
      y: y - 3,
      width: w + 6,
      height: h + 6,
      rx: 3,
      fill: 'none',
      stroke: ground.ink(look),
      'stroke-width': look === 'alarm' ? 2 : 1.5,
      'stroke-dasharray': look === 'alarm' ? undefined : '4 3',
    }),
  ];
}
