import { textWidth } from '#domain/scene/geometry.ts';
import type { SvgNode } from '#domain/scene/node.ts';

/** Attributes of nodes that are drawn on a canvas; the renderer writes no others. */
export const KNOWN_ATTRIBUTES: ReadonlySet<string> = new Set(
  `d x y width height rx ry cx cy href preserveAspectRatio transform fill fill-opacity stroke stroke-width
  stroke-opacity stroke-dasharray stroke-linejoin stroke-linecap font-size font-weight text-anchor text-decoration
  class data-id data-alarm`.split(/\s+/),
);

/** What flows moves by itself and is no part of what stands on a canvas. */
export const flows = ({ attrs }: SvgNode): boolean => String(attrs['class'] ?? '').startsWith('sceneFlow');

/** What is needed beside a node to draw it. */
export interface Kit {
  /** Families of letters as CSS says them. */
  readonly family: string;
  /** A picture; null = it is not there yet. */
  readonly picture: (address: string) => CanvasImageSource | null;
}

const num = (value: string | number | undefined, usual = 0): number =>
  value === undefined ? usual : Number(value);

/** Paths of figures are the same for every symbol of a kind. */
const paths = new Map<string, Path2D>();
const MOST_PATHS = 8000;

function pathOf(d: string): Path2D {
  let path = paths.get(d);
  if (!path) {
    if (paths.size >= MOST_PATHS) paths.clear();
    path = new Path2D(d);
    paths.set(d, path);
  }
  return path;
}

/** The outline of a node; null = it has none. */
function outlineOf({ tag, attrs }: SvgNode): Path2D | null {
  if (tag === 'path') return pathOf(String(attrs['d'] ?? ''));
  const path = new Path2D();
  if (tag === 'rect') {
    const [x, y, w, h] = [num(attrs['x']), num(attrs['y']), num(attrs['width']), num(attrs['height'])];
    path.roundRect(x, y, w, h, Math.min(num(attrs['rx']), w / 2, h / 2));
    return path;
  }
  if (tag !== 'ellipse') return null;
  path.ellipse(num(attrs['cx']), num(attrs['cy']), num(attrs['rx']), num(attrs['ry']), 0, 0, 2 * Math.PI);
  return path;
}

const inked = (paint: string | number | undefined): paint is string =>
  typeof paint === 'string' && paint !== 'none' && paint !== 'transparent';
/** What is transparent is pressed, though it is not seen. */
const filled = (paint: string | number | undefined): boolean => paint !== undefined && paint !== 'none';

/** Runs within the transform of a node, as SVG writes it. */
function within(pen: CanvasRenderingContext2D, { attrs }: SvgNode, act: () => void): void {
  const transform = attrs['transform'];
  if (transform === undefined) return act();
  pen.save();
  for (const [, kind, list = ''] of String(transform).matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0, c = 0] = list.split(/[ ,]+/).map(Number);
    if (kind === 'translate') pen.translate(a, b);
    else if (kind === 'scale') pen.scale(a, b);
    else if (kind === 'rotate') {
      pen.translate(b, c);
      pen.rotate((a * Math.PI) / 180);
      pen.translate(-b, -c);
    }
  }
  act();
  pen.restore();
}

function strokeOf(pen: CanvasRenderingContext2D, { attrs }: SvgNode): void {
  pen.lineWidth = num(attrs['stroke-width'], 1);
  pen.lineJoin = attrs['stroke-linejoin'] === 'round' ? 'round' : 'miter';
  pen.lineCap = attrs['stroke-linecap'] === 'round' ? 'round' : 'butt';
}

/** Draws a node and all below it. */
export function paint(pen: CanvasRenderingContext2D, node: SvgNode, kit: Kit): void {
  if (flows(node)) return;
  within(pen, node, () => {
    if (node.tag === 'text') paintWords(pen, node, kit);
    else if (node.tag === 'image') paintPicture(pen, node, kit);
    else paintOutline(pen, node);
    for (const child of node.children ?? []) paint(pen, child, kit);
  });
}

function paintOutline(pen: CanvasRenderingContext2D, node: SvgNode): void {
  const { fill, stroke } = node.attrs;
  if (!inked(fill) && !inked(stroke)) return;
  const outline = outlineOf(node);
  if (!outline) return;
  if (inked(fill)) {
    pen.globalAlpha = num(node.attrs['fill-opacity'], 1);
    pen.fillStyle = fill;
    pen.fill(outline);
  }
  if (inked(stroke)) {
    pen.globalAlpha = num(node.attrs['stroke-opacity'], 1);
    pen.strokeStyle = stroke;
    strokeOf(pen, node);
    const dash = node.attrs['stroke-dasharray'];
    if (dash !== undefined) pen.setLineDash(String(dash).split(' ').map(Number));
    pen.stroke(outline);
    if (dash !== undefined) pen.setLineDash([]);
  }
  pen.globalAlpha = 1;
}

const ALIGNS = { start: 'left', middle: 'center', end: 'right' } as const;
const anchorOf = ({ attrs }: SvgNode): keyof typeof ALIGNS => {
  const anchor = attrs['text-anchor'];
  return anchor === 'middle' || anchor === 'end' ? anchor : 'start';
};
/** SVG makes one blank of several. */
const wordsOf = ({ text = '' }: SvgNode): string => text.replace(/\s+/g, ' ').trim();

function paintWords(pen: CanvasRenderingContext2D, node: SvgNode, { family }: Kit): void {
  const words = wordsOf(node);
  const { fill } = node.attrs;
  if (words === '' || !inked(fill)) return;
  const [x, y, size] = [num(node.attrs['x']), num(node.attrs['y']), num(node.attrs['font-size'], 16)];
  pen.font = `${node.attrs['font-weight'] ?? 400} ${size}px ${family}`;
  pen.textAlign = ALIGNS[anchorOf(node)];
  pen.fillStyle = fill;
  pen.fillText(words, x, y);
  if (node.attrs['text-decoration'] === 'underline')
    pen.fillRect(x, y + size * 0.12, pen.measureText(words).width, Math.max(1, size / 14));
}

function paintPicture(pen: CanvasRenderingContext2D, { attrs }: SvgNode, { picture }: Kit): void {
  const image = picture(String(attrs['href']));
  if (image)
    pen.drawImage(image, num(attrs['x']), num(attrs['y']), num(attrs['width']), num(attrs['height']));
}

/** Whether a place of the sheet lies on what a node draws. @param pen one without a transform */
export function hits(pen: CanvasRenderingContext2D, node: SvgNode, x: number, y: number): boolean {
  let hit = false;
  within(pen, node, () => {
    if (node.tag === 'text') hit = onWords(node, x, y);
    else if (node.tag === 'image') hit = onPicture(node, x, y);
    else hit = onOutline(pen, node, x, y);
    hit ||= (node.children ?? []).some((child) => hits(pen, child, x, y));
  });
  return hit;
}

function onOutline(pen: CanvasRenderingContext2D, node: SvgNode, x: number, y: number): boolean {
  const { fill, stroke } = node.attrs;
  const outline = filled(fill) || filled(stroke) ? outlineOf(node) : null;
  if (!outline) return false;
  if (filled(fill) && pen.isPointInPath(outline, x, y)) return true;
  if (!filled(stroke)) return false;
  strokeOf(pen, node);
  return pen.isPointInStroke(outline, x, y);
}

function onWords(node: SvgNode, px: number, py: number): boolean {
  const [x, y, size] = [num(node.attrs['x']), num(node.attrs['y']), num(node.attrs['font-size'], 16)];
  const w = textWidth(wordsOf(node), size);
  const left = { start: x, middle: x - w / 2, end: x - w }[anchorOf(node)];
  return px >= left && px <= left + w && py >= y - size && py <= y + size * 0.3;
}

function onPicture({ attrs }: SvgNode, px: number, py: number): boolean {
  const [x, y] = [num(attrs['x']), num(attrs['y'])];
  return px >= x && py >= y && px <= x + num(attrs['width']) && py <= y + num(attrs['height']);
}
