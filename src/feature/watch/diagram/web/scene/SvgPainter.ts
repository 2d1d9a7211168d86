import type { SceneElement } from '#contract/scene/scene.ts';
import { screenInk } from '#domain/scene/ink.ts';
import type { SvgNode } from '#domain/scene/node.ts';
import type { Painter, View } from './Painter.ts';
import { make, patch, SVG } from './patch.ts';

interface Put {
  readonly node: SvgNode;
  readonly dom: SVGElement;
}

/** Elements of the page itself, each kept by its name: what changed touches its own words alone. */
export class SvgPainter implements Painter {
  readonly parts: readonly Element[];
  readonly ink = screenInk;
  readonly #world = document.createElementNS(SVG, 'g');
  readonly #put = new Map<string, Put>();

  constructor() {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('class', 'sceneSvg');
    svg.append(this.#world);
    this.parts = [svg];
  }

  put({ id }: SceneElement, node: SvgNode): void {
    const known = this.#put.get(id);
    const dom = known ? patch(known.dom, known.node, node) : make(node);
    if (!known) this.#world.append(dom);
    this.#put.set(id, { node, dom });
  }

  remove(id: string): void {
    this.#put.get(id)?.dom.remove();
    this.#put.delete(id);
  }

  order(ids: readonly string[]): void {
    let at = this.#world.firstChild;
    for (const id of ids) {
      const dom = this.#put.get(id)?.dom;
      if (!dom) continue;
      if (dom === at) at = at.nextSibling;
      else this.#world.insertBefore(dom, at);
    }
  }

  rest({ zoom }: View): void {
    const scale = `scale(${zoom})`;
    if (this.#world.getAttribute('transform') !== scale) this.#world.setAttribute('transform', scale);
  }

  covers(): boolean {
    return true;
  }

  recolour(): boolean {
    return false;
  }

  find(target: EventTarget | null): string | null {
    return (target as Element | null)?.closest?.('[data-id]')?.getAttribute('data-id') ?? null;
  }

  destroy(): void {
    this.#put.clear();
  }
}
