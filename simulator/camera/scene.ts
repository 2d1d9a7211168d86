import type { Aim } from './aim.ts';
import { DIGITS } from './digit.ts';
import type { Planes } from './h264.ts';
import { writeMarks } from './mark.ts';

export const WIDTH = 320;
export const HEIGHT = 192;
/** Degrees from side to side at zoom 1. */
const VIEW = 60;
/** The marks stand in the last points of the height. */
const MARKED = 16;

/** Colours in luma and both chromas. */
type Colour = readonly [number, number, number];
const SKY: Colour = [70, 142, 120];
const GROUND: Colour = [44, 126, 132];
const WALLS: readonly Colour[] = [
  [92, 124, 134],
  [74, 132, 126],
  [112, 120, 136],
  [60, 130, 128],
];
const WINDOW: Colour = [190, 96, 146];
const FRAME: Colour = [34, 128, 128];
const ROAD: Colour = [62, 128, 128];

/** A number that looks like chance and is always the same. */
const chance = (n: number): number => {
  const x = Math.sin(n * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
};

/** What is seen in a direction, in degrees: halls of a plant, their windows and chimneys, a road in front. */
function seen(pan: number, height: number): Colour {
  const hall = Math.floor((pan + 180) / 18);
  const across = (pan + 180) / 18 - hall;
  const tall = 5 + chance(hall) * 14;
  if (height < 0) return height < -9 && height > -13 ? ROAD : GROUND;
  if (across > 0.06 && across < 0.88 && height < tall) {
    if (height > tall - 0.8) return FRAME;
    const [column, row] = [Math.floor(across * 14), Math.floor(height / 1.6)];
    const inside = (across * 14) % 1 > 0.3 && (height / 1.6) % 1 > 0.35;
    if (inside && row > 0 && chance(hall * 31 + column * 7 + row) > 0.55) return WINDOW;
    return WALLS[hall % WALLS.length] ?? SKY;
  }
  if (hall % 3 === 1 && across > 0.9 && height < tall + 9) return FRAME;
  return SKY;
}

/** Paints what a camera sees, with the time of day and marks from which the aim and the instant can be read. */
export class Scene {
  readonly planes: Planes = {
    width: WIDTH,
    height: HEIGHT,
    y: new Uint8Array(WIDTH * HEIGHT),
    u: new Uint8Array((WIDTH * HEIGHT) / 4),
    v: new Uint8Array((WIDTH * HEIGHT) / 4),
  };
  readonly #view = new Uint8Array(WIDTH * HEIGHT);
  #painted = '';

  /** @param at ms @param digits of the time of day, `HH:MM:SS` */
  paint(aim: Aim, at: number, digits: string): Planes {
    const now = JSON.stringify(aim);
    if (now !== this.#painted) this.#paintView(aim);
    this.#painted = now;
    this.planes.y.set(this.#view);
    this.#write(digits);
    writeMarks(this.planes.y, WIDTH, HEIGHT, aim, at);
    return this.planes;
  }

  #paintView({ pan, tilt, zoom, focus, iris }: Aim): void {
    const { u, v } = this.planes;
    const degrees = VIEW / zoom / WIDTH;
    // Out of focus: fewer, larger points.
    const grain = 2 * (1 + Math.round(Math.abs(focus - 0.5) * 12));
    const light = 0.55 + iris * 0.9;
    for (let row = 0; row < HEIGHT - MARKED; row += 2) {
      const height = tilt - (Math.floor(row / grain) * grain - (HEIGHT - MARKED) / 2) * degrees;
      for (let column = 0; column < WIDTH; column += 2) {
        const to = pan + (Math.floor(column / grain) * grain - WIDTH / 2) * degrees;
        const [luma, blue, red] = seen(((to + 540) % 360) - 180, height);
        const shade = Math.min(235, Math.max(18, (luma + (height > 0 ? height * 0.6 : 0)) * light));
        const at = row * WIDTH + column;
        this.#view[at] = this.#view[at + 1] = this.#view[at + WIDTH] = this.#view[at + WIDTH + 1] = shade;
        u[(at - column) / 4 + column / 2] = blue;
        v[(at - column) / 4 + column / 2] = red;
      }
    }
    u.fill(128, ((HEIGHT - MARKED) * WIDTH) / 4);
    v.fill(128, ((HEIGHT - MARKED) * WIDTH) / 4);
  }

  #write(digits: string): void {
    const { y } = this.planes;
    for (const [place, sign] of Array.from(digits).entries())
      for (const [row, line] of (DIGITS[sign] ?? []).entries())
        for (const [column, dot] of Array.from(line).entries())
          for (let point = 0; point < 4; point++)
            y[(4 + row * 2 + (point >> 1)) * WIDTH + 4 + (place * 4 + column) * 2 + (point & 1)] =
              dot === '#' ? 225 : 28;
  }
}
