import { ENERGY } from '#contract/energyType.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { PlantDesign, PlantMeter } from './meter.ts';
import { type Moment, momentAt } from './moment.ts';
import { drift, noise, seedOf } from './noise.ts';
import { missed, type Shape, type Part, type Switched, Switching } from './switching.ts';

/** Within a quarter of an hour the demand swings by SWING around its mean, WAVES times. */
const SWING = 0.04;
const WAVES = 3;
const TURN = 2 * Math.PI * WAVES;

/** A quarter of an hour in which a load was off, or one below it: what would have flowed, hundredths. */
interface Cut {
  readonly offs: readonly Part[];
  readonly own: number;
  readonly energy: number;
  readonly reactive: number;
}

interface State {
  readonly meter: PlantMeter;
  /** Its code and those of the meters above it. */
  readonly codes: readonly string[];
  /** By the quarter. */
  readonly cuts: Map<number, Cut>;
  readonly seed: number;
  readonly children: readonly State[];
  /** Register at the start of the history, hundredths. */
  readonly start: number;
  /** Hundredths since the start of the history: at index q, what had flowed when quarter q began. */
  total: Float64Array;
  /** The same for what the meters below do not count. */
  own: Float64Array;
  /** The same for reactive energy, electricity only. */
  reactive: Float64Array;
}

/** What tells readings whose truth is known: a plant, or what stands beside its meters. */
export interface Source {
  readonly design: Pick<PlantDesign, 'code' | 'points'>;
  /** Start of its history, ms. */
  readonly from: number;
  /** Energy of a meter between two instants on the quarter of an hour, hundredths of its unit. */
  energy(code: string, from: number, to: number): number;
  /** What a reading of a meter at an instant holds, by data code. */
  reading(code: string, at: number, full: boolean): Record<string, number>;
  /** Whether the load of a meter is switched off at an instant. */
  isOff(code: string, at: number): boolean;
}

/**
 * A plant whose truth is known: what stands on every register at every instant, from the design, a seed and the
 * start of the history alone. Energies are whole hundredths of the unit, so sums are exact; a meter counts what
 * the meters below it count, plus what is its own, at every instant.
 */
export class Plant implements Source {
  readonly design: PlantDesign;
  /** Start of the history, ms, on the quarter of an hour. */
  readonly from: number;
  readonly #states = new Map<string, State>();
  /** Meters with those below before those above. */
  readonly #order: State[] = [];
  readonly #switching = new Switching();
  #known = 0;

  /** @param switched what was switched in it, by the codes of meters */
  constructor(design: PlantDesign, seed: number, from: number, switched: readonly Switched[] = []) {
    this.design = design;
    this.from = Math.floor(from / QUARTER_MS) * QUARTER_MS;
    for (const meter of design.meters) if (meter.parent === undefined) this.#add(meter, seed, []);
    for (const one of switched) if (this.#states.has(one.meter)) this.#switching.add(one);
    if (this.#order.length !== design.meters.length) throw new Error(`${design.code}: a parent is missing`);
  }

  #add(meter: PlantMeter, seed: number, above: readonly string[]): State {
    const codes = [meter.code, ...above];
    const children = this.design.meters
      .filter((m) => m.parent === meter.code)
      .map((m) => this.#add(m, seed, codes));
    const own = seedOf(seed, `${this.design.code}/${meter.code}`);
    const state: State = {
      meter,
      codes,
      cuts: new Map(),
      seed: own,
      children,
      start: Math.floor(noise(own, -1) * 5_000_000),
      total: new Float64Array(1),
      own: new Float64Array(1),
      reactive: new Float64Array(1),
    };
    this.#states.set(meter.code, state);
    this.#order.push(state);
    return state;
  }

  /** All that was switched in it. */
  get switched(): readonly Switched[] {
    return this.#switching.log;
  }

  /**
   * Switches the load of a meter, with all below it; from that instant on nothing flows, or flows again. @param at ms
   * @returns whether it moved
   */
  switch(code: string, on: boolean, at: number): boolean {
    if (!this.#switching.add({ meter: this.#state(code).meter.code, at, on })) return false;
    // What was worked out of later quarters is worked out anew.
    this.#known = Math.max(0, Math.min(this.#known, Math.floor((at - this.from) / QUARTER_MS)));
    return true;
  }

  /** Whether the load of a meter is switched off at an instant, by itself or above. */
  isOff(code: string, at: number): boolean {
    return this.#switching.isOff(this.#state(code).codes, at);
  }

  /** Energy of a meter between two instants on the quarter of an hour, hundredths of its unit. */
  energy(code: string, from: number, to: number): number {
    return this.#flowed(this.#state(code), to) - this.#flowed(this.#state(code), from);
  }

  /** The register at an instant, in the unit, two decimals. */
  register(code: string, at: number): number {
    const state = this.#state(code);
    return (state.start + this.#flowed(state, at)) / 100;
  }

  /** What a reading of the meter at an instant holds, by data code. */
  reading(code: string, at: number, full: boolean): Record<string, number> {
    const state = this.#state(code);
    const { meter } = state;
    const values: Record<string, number> = { PP: (state.start + this.#flowed(state, at)) / 100 };
    const power = this.#demand(state, at);
    if (meter.volts === undefined) {
      values['FL'] = round(power, 100);
      const moves = (seed: number): number => drift(state.seed + seed, at / 1_200_000);
      if (full && meter.dataType === ENERGY.compressedAir)
        values['PR'] = round(0.68 + 0.06 * moves(31), 1000);
      if (full && meter.dataType === ENERGY.thermalPower) {
        values['T1'] = round(6.6 + 0.9 * moves(31), 10);
        values['T2'] = round(11.4 + 1.2 * moves(32), 10);
      }
      return values;
    }
    const [q, x] = this.#position(at);
    const reactive = (state.reactive[q + 1] ?? 0) - (state.reactive[q] ?? 0);
    const active = (state.total[q + 1] ?? 0) - (state.total[q] ?? 0);
    const tan = active > 0 ? reactive / active : 0;
    const pf = 1 / Math.sqrt(1 + tan * tan);
    const cut = state.cuts.get(q);
    const flowed = cut ? reactiveOf(state, cut, q, x) : Math.floor(reactive * x);
    values['QI'] = (Math.floor(state.start / 2) + (state.reactive[q] ?? 0) + flowed) / 100;
    values['PZ'] = round(power, 100);
    values['FZ'] = round(pf, 1000);
    if (!full) return values;
    values['QZ'] = round(power * tan, 100);
    const phase = meter.volts / Math.sqrt(3);
    ['A', 'B', 'C'].forEach((name, i) => {
      const level = 0.985 + 0.03 * drift(state.seed + 11 + i, at / 1_200_000);
      const share = 0.98 + 0.04 * noise(state.seed + 21 + i, q);
      values[`I${name}`] = round((power * share * 1000) / (3 * phase * level * pf), 100);
      values[`U${name}`] = round(phase * level, 10);
    });
    return values;
  }

  #state(code: string): State {
    const state = this.#states.get(code);
    if (!state) throw new Error(`${this.design.code} has no meter ${code}`);
    return state;
  }

  /** Quarter and the share of it that has passed. */
  #position(at: number): [number, number] {
    const q = Math.floor((at - this.from) / QUARTER_MS);
    if (q < 0) throw new Error('before the start of the history');
    if (q >= this.#known) this.#learn(q + 96);
    return [q, (at - this.from) / QUARTER_MS - q];
  }

  /** Hundredths since the start of the history. */
  #flowed(state: State, at: number): number {
    const [q, x] = this.#position(at);
    return x === 0 ? (state.total[q] ?? 0) : this.#within(state, q, x);
  }

  #within(state: State, q: number, x: number): number {
    const before = state.own[q] ?? 0;
    const cut = state.cuts.get(q);
    let sum =
      before + (cut ? ownOf(state, cut, q, x) : Math.floor(((state.own[q + 1] ?? 0) - before) * passed(x)));
    for (const child of state.children) sum += this.#within(child, q, x);
    return sum;
  }

  /** Mean demand of the quarter with the swing of the instant, unit per hour. */
  #demand(state: State, at: number): number {
    const [q, x] = this.#position(at);
    const cut = state.cuts.get(q);
    const energy = cut
      ? cut.energy - lostNow(state, q, x)
      : (state.total[q + 1] ?? 0) - (state.total[q] ?? 0);
    const mean = energy / 25;
    return mean * (1 + SWING * Math.sin(TURN * x));
  }

  /** Makes the truth known up to quarter `to`. */
  #learn(to: number): void {
    const size = Math.max(to + 1, Math.ceil(this.#known * 1.2));
    for (const state of this.#order) {
      if (state.total.length > size) continue;
      state.total = longer(state.total, size + 1);
      state.own = longer(state.own, size + 1);
      state.reactive = longer(state.reactive, size + 1);
    }
    for (let q = this.#known; q < to; q++) {
      const moment = momentAt(this.from + q * QUARTER_MS);
      const begin = this.from + q * QUARTER_MS;
      for (const state of this.#order) step(state, q, moment, this.#switching.offs(state.codes, begin));
    }
    this.#known = to;
  }
}

function step(state: State, q: number, moment: Moment, offs: readonly Part[]): void {
  const { meter, seed, children } = state;
  let [below, full] = [0, 0];
  for (const child of children) {
    const energy = (child.total[q + 1] ?? 0) - (child.total[q] ?? 0);
    below += energy;
    full += child.cuts.get(q)?.energy ?? energy;
  }
  const own = Math.max(0, Math.round(meter.load(moment, seed) * 25 + full * (meter.loss ?? 0)));
  const pf = meter.cosPhi === undefined ? 1 : meter.cosPhi + 0.03 * (drift(seed + 5, q / 16) - 0.5);
  const reactive = Math.round((full + own) * Math.tan(Math.acos(pf)));
  const cut = offs.length > 0 || children.some(({ cuts }) => cuts.has(q));
  if (cut) state.cuts.set(q, { offs, own, energy: full + own, reactive });
  else state.cuts.delete(q);
  const kept = state.cuts.get(q);
  const flowed = kept ? ownOf(state, kept, q, 1) : own;
  state.own[q + 1] = (state.own[q] ?? 0) + flowed;
  state.total[q + 1] = (state.total[q] ?? 0) + below + flowed;
  if (meter.cosPhi !== undefined)
    state.reactive[q + 1] = (state.reactive[q] ?? 0) + (kept ? reactiveOf(state, kept, q, 1) : reactive);
}

/** Whole hundredths that have flowed; what stands still does not step back by the last digit of a float. */
const whole = (flowed: number): number => Math.max(0, Math.floor(flowed + 1e-6));

/** What of its own flows up to the share `x` of a quarter in which something was off, hundredths. */
const ownOf = (state: State, cut: Cut, q: number, x: number): number =>
  whole(cut.own * passed(x) - ownLost(state, cut, q, x, passed));

/** The same of reactive energy, which goes as the active one. */
const reactiveOf = (state: State, { energy, reactive }: Cut, q: number, x: number): number =>
  energy === 0 ? 0 : whole(reactive * (x - lost(state, q, x, linear) / energy));

/** Hundredths that do not flow through a meter up to `x`, its own and those below. */
function lost(state: State, q: number, x: number, shape: Shape): number {
  const cut = state.cuts.get(q);
  return cut ? lostBelow(state, q, x, shape) + ownLost(state, cut, q, x, shape) : 0;
}

const lostBelow = ({ children }: State, q: number, x: number, shape: Shape): number =>
  children.reduce((sum, child) => sum + lost(child, q, x, shape), 0);

/** Of its own: its load while it is off, and the losses of what did not flow below while it was on. */
function ownLost(state: State, { offs, own, energy }: Cut, q: number, x: number, shape: Shape): number {
  const share = missed(offs, x, shape);
  const beside = Math.max(0, lostBelow(state, q, x, shape) - (energy - own) * share);
  return own * share + (state.meter.loss ?? 0) * beside;
}

/** Hundredths a quarter that do not flow through a meter at the instant `x` of it. */
function lostNow(state: State, q: number, x: number): number {
  const cut = state.cuts.get(q);
  if (!cut) return 0;
  if (cut.offs.some(([from, to]) => x >= from && x < to)) return cut.energy;
  const below = state.children.reduce((sum, child) => sum + lostNow(child, q, x), 0);
  return below * (1 + (state.meter.loss ?? 0));
}

const linear: Shape = (x) => x;

/** Share of a quarter's energy that has flowed when the share `x` of its time has passed. */
const passed = (x: number): number => x + (SWING * (1 - Math.cos(TURN * x))) / TURN;

const round = (value: number, by: number): number => Math.round(value * by) / by;

function longer(old: Float64Array, size: number): Float64Array {
  const next = new Float64Array(size);
  next.set(old);
  return next;
}
