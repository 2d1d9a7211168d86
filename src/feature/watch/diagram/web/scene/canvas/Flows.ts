import type { SvgNode } from '#domain/scene/node.ts';
import type { View } from '../Painter.ts';
import { make, patch, SVG } from '../patch.ts';
import { flows } from './pen.ts';

/** What flows along wires: the browser moves it, so that no canvas is drawn for it. */
export class Flows {
  readonly svg = document.createElementNS(SVG, 'svg');
  readonly #world = document.createElementNS(SVG, 'g');
  readonly #put = new Map<string, { readonly node: SvgNode; readonly dom: SVGElement }>();

  constructor() {
    this.svg.setAttribute('class', 'sceneSvg sceneFlows');
    this.svg.append(this.#world);
  }

  put(id: string, { children = [] }: SvgNode): void {
    const node = children.find(flows);
    if (!node) return this.remove(id);
    const known = this.#put.get(id);
    const dom = known ? patch(known.dom, known.node, node) : make(node);
    if (!known) this.#world.append(dom);
    this.#put.set(id, { node, dom });
  }

  remove(id: string): void {
    this.#put.get(id)?.dom.remove();
    this.#put.delete(id);
  }

  rest({ zoom }: View): void {
    this.#world.setAttribute('transform', `scale(${zoom})`);
  }
}
