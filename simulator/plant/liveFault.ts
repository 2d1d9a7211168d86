import type { Reading } from './fault.ts';

/** What can go wrong with one meter. */
export const METER_FAULTS = ['gap', 'spike', 'stuck', 'reset'] as const;
/** What can go wrong with the cells of a battery: one drifts away from the others, they become hot. */
export const CELL_FAULTS = ['cellDrift', 'cellHeat'] as const;
/** What can go wrong with a gateway and all its meters. */
export const GATEWAY_FAULTS = ['dead', 'drift', 'late', 'duplicates'] as const;
/** What can go wrong with a gateway that takes plans of a battery: it does not answer, says no, gives half, tells an old version, answers twice. */
export const PLAN_FAULTS = ['planSilent', 'planRefused', 'planClipped', 'planOld', 'planTwice'] as const;
/** What can go wrong with an output of a relay box when it is operated. */
const RELAY_FAULTS = [
  'relaySlow',
  'relaySilent',
  'relayStuck',
  'relayMute',
  'relayBounce',
  'relayRefuse',
  'relayLost',
  'relayLater',
  'relayStray',
  'relayTwice',
] as const;
export type RelayFaultKind = (typeof RELAY_FAULTS)[number];
export type LiveFaultKind =
  | RelayFaultKind
  | (typeof METER_FAULTS)[number]
  | (typeof CELL_FAULTS)[number]
  | (typeof GATEWAY_FAULTS)[number]
  | (typeof PLAN_FAULTS)[number];

/** A fault that is switched on. The plant's own truth does not change. */
export interface LiveFault {
  readonly kind: LiveFaultKind;
  /** Code of a meter, name of a gateway or of a relay box. */
  readonly target: string;
  /** ms; when it was switched on. */
  readonly since: number;
  /** drift: seconds ahead; late: seconds behind. */
  readonly amount: number;
}

export const isMeterFault = (kind: string): boolean => METER_FAULTS.some((one) => one === kind);
export const isCellFault = (kind: string): boolean => CELL_FAULTS.some((one) => one === kind);
export const isPlanFault = (kind: string): boolean => PLAN_FAULTS.some((one) => one === kind);
export const isRelayFault = (kind: string): kind is RelayFaultKind =>
  RELAY_FAULTS.some((one) => one === kind);
export const isFault = (kind: string): kind is LiveFaultKind =>
  isMeterFault(kind) ||
  isCellFault(kind) ||
  isPlanFault(kind) ||
  isRelayFault(kind) ||
  GATEWAY_FAULTS.some((one) => one === kind);

/** Amounts where none is given. */
const USUAL: Readonly<Partial<Record<LiveFaultKind, number>>> = { drift: 3600, late: 300 };

/** The faults of a running simulation, to switch on and off. */
export class FaultBoard {
  readonly #faults = new Map<string, LiveFault>();

  list(): readonly LiveFault[] {
    return [...this.#faults.values()];
  }

  switchOn(kind: LiveFaultKind, target: string, now: number, amount = USUAL[kind] ?? 0): void {
    this.#faults.set(`${kind} ${target}`, { kind, target, since: now, amount });
  }

  switchOff(kind: LiveFaultKind, target: string): void {
    this.#faults.delete(`${kind} ${target}`);
  }

  clear(): void {
    this.#faults.clear();
  }

  find(kind: LiveFaultKind, target: string): LiveFault | undefined {
    return this.#faults.get(`${kind} ${target}`);
  }

  /**
   * What a meter tells at an instant in place of the truth; null = nothing. `truth` gives what a meter with this code
   * would tell at any instant. A spike is told once and is over.
   */
  told(code: string, at: number, truth: (at: number) => Readonly<Record<string, number>>): Reading | null {
    if (this.find('gap', code)) return null;
    const stuck = this.find('stuck', code);
    let values: Readonly<Record<string, number>> = truth(stuck ? Math.min(at, stuck.since) : at);
    const reset = this.find('reset', code);
    if (reset && reset.since <= at) {
      const since = truth(reset.since)['PP'] ?? 0;
      values = { ...values, PP: round((values['PP'] ?? 0) - since) };
    }
    if (this.find('spike', code)) {
      this.switchOff('spike', code);
      const { PP = 0, PZ } = values;
      values = { ...values, PP: round(PP + 50_000), ...(PZ === undefined ? {} : { PZ: round(PZ * 30) }) };
    }
    return { code, at, values: this.#cells(code, values) };
  }

  /** Cells as they are told while one drifts or they are hot. */
  #cells(code: string, values: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
    const { BVN, BTX } = values;
    const drift: Record<string, number> =
      BVN !== undefined && this.find('cellDrift', code) ? { BVN: round(BVN - DRIFT, 1000) } : {};
    const heat: Record<string, number> =
      BTX !== undefined && this.find('cellHeat', code) ? { BTX: round(BTX + HEAT) } : {};
    return { ...values, ...drift, ...heat };
  }
}

/** V and ℃ by which the cells of a fault differ. */
const DRIFT = 0.08;
const HEAT = 30;

const round = (value: number, by = 100): number => Math.round(value * by) / by;
