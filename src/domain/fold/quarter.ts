import { ENERGY_CODES } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { DOUBT } from '../demand/line.ts';
import type { PowerMinute } from '../demand/minute.ts';
import type { Demand } from '../demand/window.ts';
import { QUARTER_MS } from '../time/duration.ts';
import { type Bucket, TAIL } from './bucket.ts';
import { type Piece, upTo } from './layer.ts';
import type { Range } from './reach.ts';
import type { Shape } from './weekShape.ts';

const MAIN = 0;

/** Collects pieces and power readings into the quarter hours of a range (on the grid). */
export class Quarters {
  readonly #from: number;
  readonly #n: number;
  readonly #energy: BigInt64Array[] = [];
  readonly #has: Uint8Array[] = [];
  readonly #covered: Float64Array;
  readonly #flags: Int32Array;
  /** Quarters whose main energy is partly a guess of shape, cut out of a span, or in doubt: no demand. */
  readonly #vague: Uint8Array;
  readonly #headFrom: Float64Array;
  readonly #headTo: Float64Array;
  readonly #pN: Int32Array;
  readonly #pSum: BigInt64Array;
  readonly #pMax: (bigint | undefined)[] = [];
  readonly #pMin: (bigint | undefined)[] = [];
  readonly #pMaxAt: Float64Array;
  readonly #pMinAt: Float64Array;
  #highest: ReadonlyMap<number, Demand> = new Map();

  constructor(range: Range) {
    const n = Math.max(0, Math.round((range.to - range.from) / QUARTER_MS));
    this.#from = range.from;
    this.#n = n;
    for (let i = 0; i < ENERGY_CODES.length; i++) {
      this.#energy.push(new BigInt64Array(n));
      this.#has.push(new Uint8Array(n));
    }
    this.#covered = new Float64Array(n);
    this.#flags = new Int32Array(n);
    this.#vague = new Uint8Array(n);
    this.#headFrom = new Float64Array(n).fill(NaN);
    this.#headTo = new Float64Array(n).fill(NaN);
    this.#pN = new Int32Array(n);
    this.#pSum = new BigInt64Array(n);
    this.#pMaxAt = new Float64Array(n);
    this.#pMinAt = new Float64Array(n);
  }

  /** Spreads pieces of the code at `index` of ENERGY_CODES, by time where they have no shape of their own. */
  addPieces(index: number, pieces: readonly Piece[], shapeOf?: (piece: Piece) => Shape | undefined): void {
    const end = this.#from + this.#n * QUARTER_MS;
    for (const piece of pieces) {
      if (piece.to > this.#from && piece.from < end) this.#addPiece(index, piece, shapeOf);
    }
  }

  #addPiece(index: number, piece: Piece, shapeOf?: (piece: Piece) => Shape | undefined): void {
    const { from, to, energy } = piece;
    const long = to - from > QUARTER_MS;
    const shape = long ? shapeOf?.(piece) : undefined;
    const before = (total: bigint, t: number): bigint => (shape ? shape(t) : upTo(total, from, to, t));
    const final = Math.ceil((to - this.#from) / QUARTER_MS) - 1;
    // What nobody knows is missing; the quarter in which it was noticed says so.
    const first = Math.max(0, energy === null ? final : Math.floor((from - this.#from) / QUARTER_MS));
    const last = Math.min(this.#n - 1, final);
    const values = this.#energy[index] as BigInt64Array;
    const has = this.#has[index] as Uint8Array;
    let passed = energy === null ? 0n : before(energy, this.#from + first * QUARTER_MS);
    for (let q = first; q <= last; q++) {
      const start = this.#from + q * QUARTER_MS;
      const stop = start + QUARTER_MS;
      let flags = piece.flags | (this.#flags[q] as number);
      if (energy !== null) {
        const next = before(energy, stop);
        values[q] = (values[q] as bigint) + next - passed;
        passed = next;
        has[q] = 1;
        // How a span divides where it crosses the end of a quarter of an hour nobody has measured.
        const cut = from < start || to > stop;
        if (index === MAIN) {
          if (cut || (piece.flags & DOUBT) !== 0) this.#vague[q] = 1;
          if (!long)
            this.#covered[q] = (this.#covered[q] as number) + Math.min(to, stop) - Math.max(from, start);
          if (from < start) {
            this.#headFrom[q] = from;
            this.#headTo[q] = to;
          }
          if (to > stop) flags |= TAIL;
        }
        flags |= (long ? 0 : FLAG.measured) | (cut ? FLAG.interpolated : 0);
      }
      this.#flags[q] = flags;
    }
  }

  /** Adds readings of active power, each to the quarter of an hour that it was taken in. */
  addPower(minutes: readonly PowerMinute[]): void {
    for (const { from, n, sum, max, maxAt, min, minAt, flags } of minutes) {
      const q = Math.floor((from - this.#from) / QUARTER_MS);
      if (q < 0 || q >= this.#n) continue;
      this.#flags[q] = (this.#flags[q] as number) | flags;
      this.#pN[q] = (this.#pN[q] as number) + n;
      this.#pSum[q] = (this.#pSum[q] as bigint) + sum;
      const [most, least] = [this.#pMax[q], this.#pMin[q]];
      if (max !== null && (most === undefined || max > most)) {
        this.#pMax[q] = max;
        this.#pMaxAt[q] = maxAt;
      }
      if (min !== null && (least === undefined || min < least)) {
        this.#pMin[q] = min;
        this.#pMinAt[q] = minAt;
      }
    }
  }

  /** Says the highest demand of the windows that end in quarters, by their start. */
  addDemand(highest: ReadonlyMap<number, Demand>): void {
    this.#highest = highest;
  }

  /** The quarters of which anything is known, in the order of time. */
  rows(): Bucket[] {
    const rows: Bucket[] = [];
    for (let q = 0; q < this.#n; q++) {
      const energies = this.#energy.map((values, i) =>
        this.#has[i]?.[q] === 1 ? (values[q] as bigint) : null,
      );
      const pN = this.#pN[q] as number;
      const ts = this.#from + q * QUARTER_MS;
      const flags = this.#flags[q] as number;
      if (flags === 0 && pN === 0 && energies.every((energy) => energy === null)) continue;
      const main = energies[MAIN] ?? null;
      const full = main !== null && this.#covered[q] === QUARTER_MS && this.#vague[q] === 0;
      const md = full ? main * 4n : null;
      const slid = this.#highest.get(ts);
      const above = slid && (md === null || slid.value > md) ? slid : null;
      const head = Number.isNaN(this.#headFrom[q]);
      rows.push({
        level: 1,
        ts,
        energies,
        pSum: pN > 0 ? (this.#pSum[q] as bigint) : null,
        pN,
        pMax: this.#pMax[q] ?? null,
        pMaxAt: pN > 0 ? (this.#pMaxAt[q] as number) : null,
        pMin: this.#pMin[q] ?? null,
        pMinAt: pN > 0 ? (this.#pMinAt[q] as number) : null,
        md,
        mdAt: full ? ts + QUARTER_MS : null,
        sd: above?.value ?? null,
        sdAt: above?.at ?? null,
        mdN: md === null && !above ? 0 : 1,
        coveredS: Math.round((this.#covered[q] as number) / 1000),
        flags,
        headFrom: head ? null : (this.#headFrom[q] as number),
        headTo: head ? null : (this.#headTo[q] as number),
      });
    }
    return rows;
  }
}
