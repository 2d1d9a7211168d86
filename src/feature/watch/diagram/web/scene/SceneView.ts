import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import type { Language } from '#contract/text.ts';
import { drawElement, drawnOrder, roomOf } from '#domain/scene/drawElement.ts';
import type { Seen } from '#domain/scene/drawing.ts';
import { type Box, type Elements, elementsOf, type Point } from '#domain/scene/geometry.ts';
import { type Names, NO_NAMES } from '#domain/scene/label.ts';
import type { Area, Painter, View } from './Painter.ts';
import { SVG } from './patch.ts';

/** After so long without a gesture the picture is drawn sharp. */
const REST_MS = 140;
/** So many elements are drawn anew at once; of more so long in each frame, ms. */
const MOST_AT_ONCE = 400;
const DRAW_MS = 6;
/** What is shown to somebody lies so far from the edges, px. */
const EDGE = 8;
const ZOOMS = { least: 0.02, most: 6 } as const;

/**
 * A scene in the page. Its elements are kept by their names, so that a value that changed touches its own element alone.
 * Panning and zooming move the layer around what is painted by CSS: on an SVG itself each step would lay out all of its
 * words. When a zoom rests it is drawn anew; a pan never is.
 */
export class SceneView {
  /** Under the sheet's transform, above its elements: marks of whoever shows the scene. */
  readonly overlay: SVGGElement;
  /** The area in which it lies. */
  readonly host: HTMLElement;
  readonly #painter: Painter;
  readonly #layer: HTMLDivElement;
  readonly #marks: SVGSVGElement;
  readonly #drawn = new Map<string, SceneElement>();
  readonly #listeners = new Set<() => void>();
  #scene: Scene | null = null;
  #elements: Elements = new Map();
  #seen: Seen | null = null;
  #language: Language = 'zh';
  #names: Names = NO_NAMES;
  #view: View = { x: 0, y: 0, zoom: 1 };
  #committed: View = { x: 0, y: 0, zoom: 1 };
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Elements that are still to be drawn anew. */
  readonly #waiting = new Set<string>();
  #frame = 0;

  constructor(host: HTMLElement, painter: Painter) {
    this.host = host;
    this.#painter = painter;
    this.#layer = document.createElement('div');
    this.#layer.className = 'sceneLayer';
    this.#marks = document.createElementNS(SVG, 'svg');
    this.#marks.setAttribute('class', 'sceneSvg sceneMarks');
    this.overlay = document.createElementNS(SVG, 'g');
    this.#marks.append(this.overlay);
    this.#layer.append(...painter.parts, this.#marks);
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
    cancelAnimationFrame(this.#frame);
    this.#painter.destroy();
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
    for (const id of this.#drawn.keys())
      if (!shown.has(id)) {
        this.#painter.remove(id);
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
    this.#painter.order([...shown]);
  }

  /** Shows what is known now. @param ids elements that it touches; null = all */
  setSeen(seen: Seen | null, ids: Iterable<string> | null): void {
    this.#seen = seen;
    if (ids === null && this.#drawn.size > MOST_AT_ONCE) return this.#drawLater();
    for (const id of ids ?? this.#drawn.keys()) {
      const one = this.#drawn.get(id);
      if (one) this.#draw(one);
    }
  }

  /** Draws all anew without holding up a frame. */
  #drawLater(): void {
    for (const id of this.#drawn.keys()) this.#waiting.add(id);
    const step = (): void => {
      const end = performance.now() + DRAW_MS;
      for (const id of this.#waiting) {
        const one = this.#drawn.get(id);
        if (one) this.#draw(one);
        this.#waiting.delete(id);
        if (performance.now() > end) break;
      }
      this.#frame = this.#waiting.size > 0 ? requestAnimationFrame(step) : 0;
    };
    if (this.#frame === 0) this.#frame = requestAnimationFrame(step);
  }

  /** The skin changed. */
  recolour(): void {
    if (this.#painter.recolour()) for (const one of this.#drawn.values()) this.#draw(one);
  }

  #draw(element: SceneElement): void {
    const node = drawElement(element, {
      elements: this.#elements,
      ink: this.#painter.ink,
      language: this.#language,
      seen: this.#seen,
      names: this.#names,
    });
    this.#painter.put(element, node, this.#elements);
    this.#drawn.set(element.id, element);
  }

  /** A place on the screen as one on the sheet. */
  toSheet(clientX: number, clientY: number): Point {
    const { left, top } = this.host.getBoundingClientRect();
    const { x, y, zoom } = this.#view;
    return { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom };
  }

  /** The element at a place on the screen. @param target what the browser says lies there */
  at({ target, clientX, clientY }: Place): string | null {
    return this.#painter.find(target, this.toSheet(clientX, clientY));
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
    this.settle();
  }

  /** Moves a part of the sheet into what is seen, where it is not yet. */
  reveal({ x, y, w, h }: Box): void {
    const { clientWidth, clientHeight } = this.host;
    const { zoom } = this.#view;
    const at = { x: (x + w / 2) * zoom + this.#view.x, y: (y + h / 2) * zoom + this.#view.y };
    const inside = at.x >= EDGE && at.y >= EDGE && at.x <= clientWidth - EDGE && at.y <= clientHeight - EDGE;
    if (!inside) this.panBy(clientWidth / 2 - at.x, clientHeight / 2 - at.y);
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
    if (!this.#painter.covers(view, this.#area())) return this.settle();
    this.#place(view.zoom / this.#committed.zoom);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.settle(), REST_MS);
  }

  #area(): Area {
    return { w: this.host.clientWidth, h: this.host.clientHeight };
  }

  /** @param scale against how it is drawn */
  #place(scale: number): void {
    const { x, y } = this.#view;
    this.#layer.style.transform = `translate(${x}px, ${y}px)${scale === 1 ? '' : ` scale(${scale})`}`;
  }

  /** It rests where it is now, or its area has another size. */
  settle(): void {
    clearTimeout(this.#rest);
    const { x, y, zoom } = this.#view;
    // Between the points of the screen words would be blurred.
    this.#view = { x: Math.round(x), y: Math.round(y), zoom };
    if (zoom !== this.#committed.zoom) this.overlay.setAttribute('transform', `scale(${zoom})`);
    this.#painter.rest(this.#view, this.#area());
    this.#committed = this.#view;
    this.#place(1);
    for (const listener of this.#listeners) listener();
  }
}

/** A place on the screen, px, as events tell it. */
type Place = Pick<MouseEvent, 'target' | 'clientX' | 'clientY'>;

const clamp = (zoom: number): number => Math.min(ZOOMS.most, Math.max(ZOOMS.least, zoom));
