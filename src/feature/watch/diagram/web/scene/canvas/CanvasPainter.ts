import type { SceneElement } from '#contract/scene/scene.ts';
import { extentOf } from '#domain/scene/extent.ts';
import { around, type Box, type Elements, meets, type Point } from '#domain/scene/geometry.ts';
import type { InkName } from '#domain/scene/ink.ts';
import { type SvgNode, sameNode } from '#domain/scene/node.ts';
import { PLAIN, readInks } from '../inks.ts';
import type { Area, Painter, View } from '../Painter.ts';
import { Flows } from './Flows.ts';
import { hits, paint } from './pen.ts';
import { Pictures } from './Pictures.ts';
import { Shelf } from './Shelf.ts';
import { Window } from './Window.ts';

interface Put {
  readonly id: string;
  node: SvgNode;
  box: Box;
  rank: number;
}

/** So many places are drawn anew one by one; beyond it all is. */
const MOST_DIRTY = 400;

/**
 * A canvas: an element that changed is drawn anew with what lies over and under it there, once a frame; moving the picture
 * draws nothing but what comes in at its edges. What flows moves by itself and lies above.
 */
export class CanvasPainter implements Painter {
  readonly parts: readonly Element[];
  readonly #window = new Window();
  readonly #flows = new Flows();
  readonly #put = new Map<string, Put>();
  readonly #shelf = new Shelf<Put>();
  readonly #pictures = new Pictures(() => this.#all());
  readonly #probe = document.createElement('canvas').getContext('2d');
  #inks = readInks();
  #family = 'sans-serif';
  /** Places of the sheet to be drawn anew; null = all. */
  #dirty: Box[] | null = null;
  #frame = 0;

  constructor() {
    this.parts = [this.#window.canvas, this.#flows.svg];
    // Letters that are loaded later are others.
    void document.fonts.ready.then(() => this.#all());
  }

  readonly ink = (name: InkName): string => this.#inks.get(name) ?? PLAIN;

  put(element: SceneElement, node: SvgNode, elements: Elements): void {
    const known = this.#put.get(element.id);
    const box = extentOf(element, node, elements);
    this.#flows.put(element.id, node);
    if (!known) {
      const put = { id: element.id, node, box, rank: this.#put.size };
      this.#put.set(element.id, put);
      this.#shelf.add(put);
      return this.#mark(box);
    }
    if (sameNode(known.node, node)) return;
    this.#mark(known.box);
    this.#shelf.remove(known);
    known.node = node;
    known.box = box;
    this.#shelf.add(known);
    this.#mark(box);
  }

  remove(id: string): void {
    const known = this.#put.get(id);
    if (!known) return;
    this.#flows.remove(id);
    this.#put.delete(id);
    this.#shelf.remove(known);
    this.#mark(known.box);
  }

  order(ids: readonly string[]): void {
    ids.forEach((id, rank) => {
      const put = this.#put.get(id);
      if (put && put.rank !== rank) {
        put.rank = rank;
        this.#mark(put.box);
      }
    });
    this.#window.canvas.dataset['elements'] = String(ids.length);
  }

  rest(view: View, area: Area): void {
    this.#flows.rest(view);
    const bare = this.#window.rest(view, area);
    if (bare === null) this.#all();
    else for (const box of bare) this.#mark(box);
  }

  covers(view: View, area: Area): boolean {
    return this.#window.covers(view, area);
  }

  recolour(): boolean {
    const before = this.#inks;
    this.#inks = readInks();
    return [...this.#inks].some(([name, color]) => before.get(name) !== color);
  }

  find(_target: EventTarget | null, { x, y }: Point): string | null {
    const pen = this.#probe;
    const here = this.#shelf.in({ x, y, w: 0, h: 0 });
    return (pen && here.findLast(({ node }) => hits(pen, node, x, y))?.id) ?? null;
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
  }

  #mark(box: Box): void {
    if (this.#dirty && this.#dirty.push(box) > MOST_DIRTY) this.#dirty = null;
    this.#ask();
  }

  #all(): void {
    this.#dirty = null;
    this.#ask();
  }

  #ask(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#frame = 0;
    const places = this.#dirty ? joined(this.#dirty) : [this.#window.box];
    this.#dirty = [];
    this.#family = getComputedStyle(this.#window.canvas).fontFamily;
    const kit = { family: this.#family, picture: this.#pictures.of };
    for (const place of places)
      this.#window.draw(place, (pen, box) => {
        for (const { node } of this.#shelf.in(box)) paint(pen, node, kit);
      });
    this.#window.canvas.dataset['drawn'] = String(this.#put.size);
  }
}

/** Boxes of which none meets another: those that do are one. */
function joined(boxes: readonly Box[]): Box[] {
  const list: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (
      let i = list.findIndex((one) => meets(one, whole));
      i >= 0;
      i = list.findIndex((one) => meets(one, whole))
    ) {
      const [one = whole] = list.splice(i, 1);
      whole = around([one, whole]);
    }
    list.push(whole);
  }
  return list;
}
