import type { Text } from '#contract/text.ts';
import type { CollectState, ItemWire } from '../contract.ts';
import { hex } from '../domain/parsed.ts';
import type { Failure } from './connection.ts';

/** What a meter said. */
export interface MeterReading {
  readonly state: CollectState;
  readonly detail: Text | null;
  /** When the first answer came, ms; when it was given up where none came. */
  readonly at: number;
  /** ms. */
  readonly took: number;
  readonly items: readonly ItemWire[];
  /** The connection must not be used again. */
  readonly broken: boolean;
}

const NOT_A_NUMBER: Text = { zh: '不是有效数值', en: 'Not a number' };

/** Gathers what became of single items. */
export class Gathering {
  readonly items: ItemWire[] = [];
  #firstFailure: Failure | undefined;
  #answeredAt: number | undefined;
  readonly #begun = Date.now();

  answered(): void {
    this.#answeredAt ??= Date.now();
  }

  value(item: { code: string; label: string }, raw: Uint8Array, value: number | null): void {
    const fault = value === null ? NOT_A_NUMBER : null;
    if (fault) this.fail({ state: 'malformed', detail: fault, broken: false });
    this.items.push({ code: item.code, address: item.label, raw: hex(raw), value, fault });
  }

  /** A device says by itself that it does not have this: nothing is at fault. */
  absent(item: { code: string; label: string }, raw: Uint8Array | null, why: Text): void {
    this.items.push({ code: item.code, address: item.label, raw: raw && hex(raw), value: null, fault: why });
  }

  missing(items: readonly { code: string; label: string }[], failure: Failure): void {
    this.fail(failure);
    for (const { code, label } of items)
      this.items.push({ code, address: label, raw: null, value: null, fault: failure.detail });
  }

  fail(failure: Failure): void {
    this.#firstFailure ??= failure;
  }

  reading(broken: boolean): MeterReading {
    const failure = this.#firstFailure;
    const some = this.items.some((item) => item.value !== null);
    const now = Date.now();
    return {
      state: failure === undefined ? 'ok' : some ? 'partly' : failure.state,
      detail: failure?.detail ?? null,
      at: this.#answeredAt ?? now,
      took: now - this.#begun,
      items: this.items,
      broken,
    };
  }
}
