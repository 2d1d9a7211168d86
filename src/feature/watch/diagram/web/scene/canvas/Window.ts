import type { Box } from '#domain/scene/geometry.ts';
import type { Area, View } from '../Painter.ts';

/** What is drawn beyond each side of what is seen, px: so far a picture is moved without a stroke. */
const MARGIN = 240;
/** More points than these tell the eye nothing. */
const MOST_DENSE = 3;

/** A canvas that holds the part of the sheet around what is seen. */
export class Window {
  readonly canvas = document.createElement('canvas');
  readonly #pen = this.canvas.getContext('2d');
  /** Its corner from the origin of the sheet, px of the screen. */
  #left = 0;
  #up = 0;
  #zoom = 0;
  #dense = 1;
  #size: Area = { w: 0, h: 0 };

  constructor() {
    this.canvas.className = 'sceneCanvas';
  }

  /** The part of the sheet that it holds. */
  get box(): Box {
    const { w, h } = this.#size;
    return { x: this.#left / this.#zoom, y: this.#up / this.#zoom, w: w / this.#zoom, h: h / this.#zoom };
  }

  /** Whether it holds all that is seen. @param slack px that it is to hold beyond it */
  covers({ x, y, zoom }: View, { w, h }: Area, slack = 0): boolean {
    const scale = zoom / this.#zoom;
    const [left, up] = [this.#left * scale + x, this.#up * scale + y];
    const [right, down] = [left + this.#size.w * scale, up + this.#size.h * scale];
    return left <= -slack && up <= -slack && right >= w + slack && down >= h + slack;
  }

  /** Holds what is seen from now on. @returns parts of the sheet that are to be drawn on it; null = all */
  rest(view: View, { w, h }: Area): Box[] | null {
    const dense = Math.min(MOST_DENSE, window.devicePixelRatio || 1);
    const size = { w: w + 2 * MARGIN, h: h + 2 * MARGIN };
    const alike =
      view.zoom === this.#zoom && dense === this.#dense && size.w === this.#size.w && size.h === this.#size.h;
    if (alike && this.covers(view, { w, h }, MARGIN / 2)) return [];
    const before = { left: this.#left, up: this.#up };
    // Whole points of the screen: between them letters would be blurred.
    this.#left = Math.round((-view.x - MARGIN) * dense) / dense;
    this.#up = Math.round((-view.y - MARGIN) * dense) / dense;
    this.canvas.style.left = `${this.#left}px`;
    this.canvas.style.top = `${this.#up}px`;
    if (alike) return this.#shift(before.left - this.#left, before.up - this.#up);
    this.#zoom = view.zoom;
    this.#dense = dense;
    this.#size = size;
    this.canvas.style.width = `${size.w}px`;
    this.canvas.style.height = `${size.h}px`;
    this.canvas.width = Math.round(size.w * dense);
    this.canvas.height = Math.round(size.h * dense);
    return null;
  }

  /** Moves what is drawn. @returns parts of the sheet that came in at the edges */
  #shift(dx: number, dy: number): Box[] | null {
    const { w, h } = this.#size;
    if (!this.#pen || Math.abs(dx) >= w || Math.abs(dy) >= h) return null;
    this.#pen.setTransform(1, 0, 0, 1, 0, 0);
    this.#pen.globalCompositeOperation = 'copy';
    this.#pen.drawImage(this.canvas, Math.round(dx * this.#dense), Math.round(dy * this.#dense));
    this.#pen.globalCompositeOperation = 'source-over';
    const { x, y, w: wide, h: high } = this.box;
    const [along, down] = [Math.abs(dx) / this.#zoom, Math.abs(dy) / this.#zoom];
    return [
      ...(dx === 0 ? [] : [{ x: dx > 0 ? x : x + wide - along, y, w: along, h: high }]),
      ...(dy === 0 ? [] : [{ x, y: dy > 0 ? y : y + high - down, w: wide, h: down }]),
    ];
  }

  /** Draws a part of the sheet anew, as far as it holds it. @param act is given that part, widened to whole points */
  draw({ x, y, w, h }: Box, act: (pen: CanvasRenderingContext2D, box: Box) => void): void {
    const pen = this.#pen;
    if (!pen || this.#zoom === 0) return;
    const scale = this.#zoom * this.#dense;
    const [ox, oy] = [this.#left * this.#dense, this.#up * this.#dense];
    const left = Math.max(0, Math.floor(x * scale - ox));
    const up = Math.max(0, Math.floor(y * scale - oy));
    const right = Math.min(this.canvas.width, Math.ceil((x + w) * scale - ox));
    const down = Math.min(this.canvas.height, Math.ceil((y + h) * scale - oy));
    if (right <= left || down <= up) return;
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.beginPath();
    pen.rect(left, up, right - left, down - up);
    pen.clip();
    pen.clearRect(left, up, right - left, down - up);
    pen.setTransform(scale, 0, 0, scale, -ox, -oy);
    act(pen, {
      x: (left + ox) / scale,
      y: (up + oy) / scale,
      w: (right - left) / scale,
      h: (down - up) / scale,
    });
    pen.restore();
  }
}
