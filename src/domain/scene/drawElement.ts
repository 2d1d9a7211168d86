import { curveKey, sourceKey } from '#contract/scene/binding.ts';
import type { ElementOf, Scene, SceneElement, Tone } from '#contract/scene/scene.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { alarmMark, drawBus, drawWire, type Ground, lookAt } from './drawing.ts';
import { drawSymbol, valueLines } from './drawSymbol.ts';
import { around, type Box, boundsOf, elementsOf } from './geometry.ts';
import { type Ink, paperInk } from './ink.ts';
import { node, type SvgNode } from './node.ts';
import { printed } from './printed.ts';
import { isShown, mapped, readBinding } from './told.ts';

/** An element as SVG; an empty group where it is not shown now. */
export function drawElement(element: SceneElement, ground: Ground): SvgNode {
  const { seen } = ground;
  const shown = !seen || isShown(element, seen.values, seen.now);
  return node('g', { 'data-id': element.id }, shown ? partsOf(element, ground) : []);
}

function partsOf(element: SceneElement, ground: Ground): SvgNode[] {
  switch (element.type) {
    case 'symbol':
      return drawSymbol(element, ground);
    case 'bus':
      return drawBus(element, ground);
    case 'wire':
      return drawWire(element, ground);
    case 'text':
      return [drawText(element, ground.ink)];
    case 'shape':
      return [drawShape(element, ground.ink)];
    case 'image':
      return [
        node('image', {
          x: element.x,
          y: element.y,
          width: element.w,
          height: element.h,
          href: element.data,
          preserveAspectRatio: 'none',
        }),
      ];
    case 'value':
      return drawValue(element, ground);
    case 'bar':
      return drawBar(element, ground);
    case 'trend':
      return drawTrend(element, ground);
    case 'button':
      return drawButton(element, ground.ink);
    case 'link':
      return [
        node(
          'text',
          {
            x: element.x,
            y: element.y,
            'font-size': element.size ?? 13,
            fill: ground.ink('accent'),
            'text-decoration': 'underline',
          },
          element.text,
        ),
      ];
  }
}

const toneOf = (ink: Ink, tone: Tone | undefined, usual: Tone): string => ink(tone ?? usual);

const drawText = (one: ElementOf<'text'>, ink: Ink): SvgNode =>
  node(
    'text',
    {
      x: one.x,
      y: one.y,
      'font-size': one.size ?? 13,
      'font-weight': one.bold ? 600 : undefined,
      'text-anchor': one.anchor ?? 'start',
      fill: toneOf(ink, one.tone, 'text'),
    },
    one.text,
  );

function drawShape(one: ElementOf<'shape'>, ink: Ink): SvgNode {
  const look = {
    stroke: toneOf(ink, one.stroke, 'line'),
    'stroke-width': one.width ?? 1.5,
    'stroke-dasharray': one.dashed ? '6 4' : undefined,
    fill: one.fill ? ink(one.fill) : 'none',
    'fill-opacity': one.fill && one.fill !== 'ground' ? 0.16 : undefined,
  };
  const { x, y, w, h } = one;
  switch (one.shape) {
    case 'rect':
      return node('rect', { x, y, width: w, height: h, rx: 2, ...look });
    case 'ellipse':
      return node('ellipse', { cx: x + w / 2, cy: y + h / 2, rx: w / 2, ry: h / 2, ...look });
    case 'line':
      return node('path', { d: `M${x} ${y}L${x + w} ${y + h}`, ...look });
    case 'arrow':
      return node('path', {
        d: `M${x} ${y + h / 2}H${x + w}M${x + w - 10} ${y + h / 2 - 5}L${x + w} ${y + h / 2}L${x + w - 10} ${y + h / 2 + 5}`,
        ...look,
        fill: 'none',
      });
  }
}

function drawValue(element: ElementOf<'value'>, ground: Ground): SvgNode[] {
  const size = element.size ?? 14;
  const look = lookAt(element, ground);
  const lines = valueLines(element, ground);
  const shown = lines.length > 0 ? lines : [{ text: '--', old: null }];
  const common = { x: element.x, 'text-anchor': element.anchor ?? 'start' };
  const { ink } = ground;
  return [
    ...shown.map((one, i) =>
      node(
        'text',
        {
          ...common,
          y: element.y + i * size * 1.3,
          'font-size': size,
          'font-weight': 600,
          fill: ink(one.old !== null ? 'quiet' : look === 'alarm' || look === 'warning' ? look : 'text'),
        },
        [
          element.label && i === 0 ? `${element.label} ` : '',
          one.text,
          one.old === null ? '' : `  ○ ${one.old}`,
        ].join(''),
      ),
    ),
    ...[alarmMark(element, ground, element.x - 10, element.y - size / 3)].filter((one) => one !== null),
  ];
}

function drawBar(element: ElementOf<'bar'>, ground: Ground): SvgNode[] {
  const { x, y, w, h, least, most } = element;
  const { ink, seen } = ground;
  const [first] = element.bindings ?? [];
  const read = seen && first ? readBinding(first, seen.values, seen.now) : null;
  const share = read?.value == null ? null : Math.min(1, Math.max(0, (read.value - least) / (most - least)));
  const look = lookAt(element, ground);
  const level = w >= h;
  const full = (share ?? 0) * (level ? w : h);
  return [
    node('rect', {
      x,
      y,
      width: w,
      height: h,
      rx: 2,
      fill: 'none',
      stroke: ink('quiet'),
      'stroke-dasharray': share === null && seen ? '3 3' : undefined,
    }),
    node('rect', {
      x,
      y: level ? y : y + h - full,
      width: level ? full : w,
      height: level ? h : full,
      rx: 2,
      fill: ink(read?.age != null ? 'quiet' : look === 'alarm' || look === 'warning' ? look : 'accent'),
    }),
  ];
}

function drawTrend(element: ElementOf<'trend'>, ground: Ground): SvgNode[] {
  const { x, y, w, h, hours } = element;
  const { ink, seen } = ground;
  const frame = node('rect', {
    x,
    y,
    width: w,
    height: h,
    rx: 2,
    fill: 'none',
    stroke: ink('quiet'),
    'stroke-opacity': 0.5,
  });
  const [first] = mapped(element, 'format').length > 0 ? mapped(element, 'format') : (element.bindings ?? []);
  if (!seen || !first) return [frame];
  const begin = seen.now - hours * HOUR_MS;
  // It was read a while ago: its first points have left the frame since.
  const curve = (seen.curves.get(curveKey(sourceKey(first.source), hours)) ?? []).filter(
    ([ts]) => ts >= begin && ts <= seen.now,
  );
  const known = curve.flatMap(([, value]) => (value === null ? [] : [value]));
  if (known.length === 0) return [frame];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  let pen = 'M';
  const d = curve
    .map(([ts, value]) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const px = x + ((ts - begin) / (hours * HOUR_MS)) * w;
      const py = y + h - 3 - (high === low ? 0.5 : (value - low) / (high - low)) * (h - 6);
      const step = `${pen}${Math.round(px * 10) / 10} ${Math.round(py * 10) / 10}`;
      pen = 'L';
      return step;
    })
    .join('');
  return [frame, node('path', { d, fill: 'none', stroke: ink('accent'), 'stroke-width': 1.5 })];
}

function drawButton({ x, y, w, h, text }: ElementOf<'button'>, ink: Ink): SvgNode[] {
  return [
    node('rect', { x, y, width: w, height: h, rx: 4, fill: ink('ground'), stroke: ink('accent') }),
    node(
      'text',
      { x: x + w / 2, y: y + h / 2 + 4, 'font-size': 13, 'text-anchor': 'middle', fill: ink('accent') },
      text,
    ),
  ];
}

/** The elements of a scene as they are drawn: layer by layer from the lowest, without those that are hidden. */
export function drawnOrder(scene: Scene): SceneElement[] {
  const byLayer = new Map<string, SceneElement[]>(scene.layers.map(({ id }) => [id, []]));
  for (const one of scene.elements) byLayer.get(one.layer)?.push(one);
  return scene.layers.flatMap(({ id, hidden }) => (hidden ? [] : (byLayer.get(id) ?? [])));
}

/** The room that a scene takes on the sheet, with a margin for words beside symbols. */
export function roomOf(scene: Scene): Box {
  const elements = elementsOf(scene);
  const boxes = drawnOrder(scene).map((one) => boundsOf(one, elements));
  if (boxes.length === 0) return { x: 0, y: 0, w: scene.width, h: scene.height };
  const { x, y, w, h } = around(boxes);
  return { x: x - 40, y: y - 20, w: w + 90, h: h + 100 };
}

/**
 * A scene as an SVG document that stands for itself, in colours of paper.
 * @param stamp a line below it: what it is and of when, without which values on paper say nothing
 */
export function svgOf(
  scene: Scene,
  title: string,
  ground: Omit<Ground, 'elements' | 'ink'>,
  stamp?: string,
): SvgNode {
  const { x, y, w, h } = roomOf(scene);
  const all: Ground = { ...ground, elements: elementsOf(scene), ink: paperInk };
  return node(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      'xmlns:xlink': 'http://www.w3.org/1999/xlink',
      viewBox: `${x} ${y} ${w} ${h}`,
      width: w,
      height: h,
      'font-family': 'sans-serif',
    },
    [
      node('title', {}, title),
      node('rect', { x, y, width: w, height: h, fill: '#FFFFFF' }),
      ...drawnOrder(scene).map((one) => printed(drawElement(one, all))),
      ...(stamp === undefined
        ? []
        : [node('text', { x: x + 12, y: y + h - 12, 'font-size': 12, fill: paperInk('quiet') }, stamp)]),
    ],
  );
}
