/** Where a camera looks and how. */
export interface Aim {
  /** Degrees to the right, −180 … 180. */
  pan: number;
  /** Degrees upwards. */
  tilt: number;
  /** Times. */
  zoom: number;
  /** 0 near … 1 far; what is shown is sharp at 0.5. */
  focus: number;
  /** 0 closed … 1 open. */
  iris: number;
}

export const TILT = { from: -30, to: 60 } as const;
export const ZOOM = { from: 1, to: 8 } as const;

/** Speeds, −1 … 1 of the fastest. */
export interface Speeds {
  pan: number;
  tilt: number;
  zoom: number;
  focus: number;
}

/** Of each at full speed: degrees a second, doublings a second, parts a second. */
const FASTEST = { pan: 60, tilt: 30, zoom: 1, focus: 0.25 } as const;

const within = (value: number, { from, to }: { readonly from: number; readonly to: number }): number =>
  Math.min(to, Math.max(from, value));

/** The head of a simulated camera: it moves at speeds until it is stopped or its own time-out ends. */
export class Head {
  readonly aim: Aim = { pan: 0, tilt: 5, zoom: 1, focus: 0.5, iris: 0.5 };
  readonly speeds: Speeds = { pan: 0, tilt: 0, zoom: 0, focus: 0 };
  #at = Date.now();
  #until = Infinity;

  /** Moves until `stop`, or for `forMs`. */
  move(speeds: Partial<Speeds>, forMs = Infinity): void {
    this.advance();
    Object.assign(this.speeds, speeds);
    this.#until = this.#at + forMs;
  }

  stop(): void {
    this.move({ pan: 0, tilt: 0, zoom: 0, focus: 0 });
  }

  get moving(): boolean {
    this.advance();
    return Object.values(this.speeds).some((speed) => speed !== 0);
  }

  /** Brings the aim to now. */
  advance(): void {
    const now = Date.now();
    const seconds = Math.max(0, Math.min(now, this.#until) - this.#at) / 1000;
    const { aim, speeds } = this;
    this.#at = now;
    aim.pan = ((aim.pan + speeds.pan * FASTEST.pan * seconds + 540) % 360) - 180;
    aim.tilt = within(aim.tilt + speeds.tilt * FASTEST.tilt * seconds, TILT);
    aim.zoom = within(aim.zoom * 2 ** (speeds.zoom * FASTEST.zoom * seconds), ZOOM);
    aim.focus = within(aim.focus + speeds.focus * FASTEST.focus * seconds, { from: 0, to: 1 });
    if (now >= this.#until) {
      Object.assign(speeds, { pan: 0, tilt: 0, zoom: 0, focus: 0 });
      this.#until = Infinity;
    }
  }
}
