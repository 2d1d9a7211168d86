import type { SceneElement } from '#contract/scene/scene.ts';
import { around, type Box, boundsOf, type Elements, textWidth } from './geometry.ts';
import type { SvgNode } from './node.ts';

/** Lines, frames and marks of alarms reach so far beyond what an element covers, px. */
const AROUND = 14;
/** Letters may be wider than they are counted. */
const WIDEST = 1.4;

/** All that an element draws on, with its words and marks. @param node how it is drawn */
export function extentOf(element: SceneElement, node: SvgNode, elements: Elements): Box {
  const own = boundsOf(element, elements);
  const boxes = [widened(element.type === 'symbol' ? turned(own) : own)];
  for (const { tag, attrs, text } of node.children ?? [])
    if (tag === 'text' && text) boxes.push(wordsBox(attrs, text));
  return around(boxes);
}

const widened = ({ x, y, w, h }: Box): Box => ({
  x: x - AROUND,
  y: y - AROUND,
  w: w + 2 * AROUND,
  h: h + 2 * AROUND,
});

/** The box in which another one may be turned. */
function turned({ x, y, w, h }: Box): Box {
  const half = Math.hypot(w, h) / 2;
  return { x: x + w / 2 - half, y: y + h / 2 - half, w: 2 * half, h: 2 * half };
}

function wordsBox(attrs: SvgNode['attrs'], text: string): Box {
  const [x, y, size] = [Number(attrs['x']), Number(attrs['y']), Number(attrs['font-size'])];
  const w = textWidth(text, size) * WIDEST + size;
  const anchor = attrs['text-anchor'];
  const left = anchor === 'middle' ? x - w / 2 : anchor === 'end' ? x - w : x;
  return { x: left - 2, y: y - size * 1.2, w: w + 4, h: size * 1.7 };
}
