import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import type { Language } from '#contract/text.ts';
import { drawElement, drawnOrder, roomOf } from '#domain/scene/drawElement.ts';
import type { Ground, Seen } from '#domain/scene/drawing.ts';
import { type Box, type Elements, elementsOf, type Point } from '#domain/scene/geometry.ts';
import { screenInk } from '#domain/scene/ink.ts';
import { type Names, NO_NAMES } from '#domain/scene/label.ts';
import type { SvgNode } from '#domain/scene/node.ts';
import { make, patch } from './patch.ts';

/** What of the sheet is seen: its origin on the screen (px), and how large it is drawn. */
export interface View extends Point {
  readonly zoom: number;
}

const SVG = 'http://www.w3.org/2000/svg';
/** After so long without a gesture the picture is drawn sharp. */
const REST_MS = 140;
const ZOOMS = { least: 0.02, most: 6 } as const;

interface Drawn {
  readonly element: SceneElement;
  readonly node: SvgNode;
  readonly dom: SVGElement;
}

/**
 * A scene in the page: an SVG whose elements are kept by their names, so that a value that changed touches its own words
 * alone. Panning and zooming move the layer around the SVG by CSS: on the SVG itself each step would lay out all of its
 * words. When a zoom rests it is drawn anew; a pan never is.
 */
export class SceneView {
  readonly svg: SVGSVGElement;
  /** Under the sheet's transform, above its elements: marks of whoever shows the scene. */
  readonly overlay: SVGGElement;
  /** The area in which it lies. */
  readonly host: HTMLElement;
  readonly #layer: HTMLDivElement;
  readonly #world: SVGGElement;
  readonly #sheet: SVGGElement;
  readonly #drawn = new Map<string, Drawn>();
  readonly #listeners = new Set<() => void>();
  #scene: Scene | null = null;
  #elements: Elements = new Map();
  #seen: Seen | null = null;
  #language: Language = 'zh';
  #names: Names = NO_NAMES;
  #view: View = { x: 0, y: 0, zoom: 1 };
  #committed: View = { x: 0, y: 0, zoom: 1 };
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement) {
    this.host = host;
    this.#layer = document.createElement('div');
    this.#layer.className = 'sceneLayer';
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('class', 'sceneSvg');
    this.#world = document.createElementNS(SVG, 'g');
    this.#sheet = document.createElementNS(SVG, 'g');
    this.overlay = document.createElementNS(SVG, 'g');
    this.#world.append(this.#sheet, this.overlay);
    this.svg.append(this.#world);
    this.#layer.append(this.svg);
    host.append(this.#layer);
  }

  /** How it is seen now. */
  get view(): View {
    return this.#view;
  }

  /** How it is seen since it last rested. */
  get rested(): View {
    return this.#committed;
  }

  /** Tells whenever it came to rest elsewhere. @returns ends it */
  readonly onRest = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get scene(): Scene | null {
    return this.#scene;
  }

  destroy(): void {
    clearTimeout(this.#rest);
    this.#layer.remove();
  }

  /** Shows a scene; elements that are the same objects as before stay as they are drawn. */
  setScene(scene: Scene, language: Language, names: Names): void {
    const before = this.#elements;
    const all = this.#language !== language || this.#names !== names || this.#scene === null;
    this.#language = language;
    this.#names = names;
    this.#scene = scene;
    this.#elements = elementsOf(scene);
    const order = drawnOrder(scene);
    const shown = new Set(order.map(({ id }) => id));
    for (const [id, { dom }] of this.#drawn)
      if (!shown.has(id)) {
        dom.remove();
        this.#drawn.delete(id);
      }
    const touched = (one: SceneElement): boolean =>
      all ||
      before.get(one.id) !== one ||
      (one.type === 'wire' &&
        [one.from, one.to].some(
          (end) => 'element' in end && before.get(end.element) !== this.#elements.get(end.element),
        ));
    for (const one of order) if (!this.#drawn.has(one.id) || touched(one)) this.#draw(one);
    this.#sort(order);
  }

  /** Shows what is known now. @param ids elements that it touches; null = all */
  setSeen(seen: Seen | null, ids: Iterable<string> | null): void {
    this.#seen = seen;
    for (const id of ids ?? this.#drawn.keys()) {
      const one = this.#drawn.get(id)?.element;
      if (one) this.#draw(one);
    }
  }

  #ground(): Ground {
    return {
      elements: this.#elements,
      ink: screenInk,
      language: this.#language,
      seen: this.#seen,
      names: this.#names,
    };
  }

  #draw(element: SceneElement): void {
    const node = drawElement(element, this.#ground());
    const known = this.#drawn.get(element.id);
    const dom = known ? patch(known.dom, known.node, node) : make(node);
    if (!known) this.#sheet.append(dom);
    this.#drawn.set(element.id, { element, node, dom });
  }

  #sort(order: readonly SceneElement[]): void {
    let at = this.#sheet.firstChild;
    for (const { id } of order) {
      const dom = this.#drawn.get(id)?.dom;
      if (!dom) continue;
      if (dom === at) at = at.nextSibling;
      else this.#sheet.insertBefore(dom, at);
    }
  }

  /** A place on the screen as one on the sheet. */
  toSheet(clientX: number, clientY: number): Point {
    const { left, top } = this.host.getBoundingClientRect();
    const { x, y, zoom } = this.#view;
    return { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom };
  }

  /** The element at a place on the screen. */
  at(target: EventTarget | null): string | null {
    return (target as Element | null)?.closest?.('[data-id]')?.getAttribute('data-id') ?? null;
  }

  /** Shows a part of the sheet as large as it fits; without one all of the scene. */
  fit(part?: Box): void {
    const scene = this.#scene;
    if (!scene) return;
    const { clientWidth: w, clientHeight: h } = this.host;
    if (w === 0 || h === 0) return;
    const box = part ?? roomOf(scene);
    const zoom = clamp(Math.min(w / box.w, h / box.h, part ? 1.5 : 1.25));
    this.#go({
      zoom,
      x: (w - box.w * zoom) / 2 - box.x * zoom,
      y: Math.max(0, (h - box.h * zoom) / 2) - box.y * zoom,
    });
    this.#commit();
  }

  panBy(dx: number, dy: number): void {
    const { x, y, zoom } = this.#view;
    this.#go({ x: x + dx, y: y + dy, zoom });
  }

  /** Zooms about a place of the host (px), its middle where none is given. */
  zoomBy(factor: number, at?: Point): void {
    const { clientWidth, clientHeight } = this.host;
    const { x: px, y: py } = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const { x, y, zoom } = this.#view;
    const next = clamp(zoom * factor);
    const by = next / zoom;
    this.#go({ zoom: next, x: px - (px - x) * by, y: py - (py - y) * by });
  }

  #go(view: View): void {
    this.#view = view;
    this.#place(view.zoom / this.#committed.zoom);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#commit(), REST_MS);
  }

  /** @param scale against how it is drawn */
  #place(scale: number): void {
    const { x, y } = this.#view;
    this.#layer.style.transform = `translate(${x}px, ${y}px)${scale === 1 ? '' : ` scale(${scale})`}`;
  }

  #commit(): void {
    clearTimeout(this.#rest);
    const { x, y, zoom } = this.#view;
    // Between the points of the screen words would be blurred.
    this.#view = { x: Math.round(x), y: Math.round(y), zoom };
    if (zoom !== this.#committed.zoom) this.#world.setAttribute('transform', `scale(${zoom})`);
    this.#committed = this.#view;
    this.#place(1);
    for (const listener of this.#listeners) listener();
  }
}

const clamp = (zoom: number): number => Math.min(ZOOMS.most, Math.max(ZOOMS.least, zoom));
