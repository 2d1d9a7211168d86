import type { Text } from '#contract/text.ts';
import type { CollectState } from '../contract.ts';

/** What the bytes that have come since a request make of it. */
export type Parsed<T> =
  /** Nothing whole yet; `seen` is what it is called when nothing better comes in time. */
  | { readonly kind: 'more'; readonly seen?: CollectState }
  | { readonly kind: 'done'; readonly value: T }
  /** `broken`: the stream cannot be read on, the connection must be closed. */
  | { readonly kind: 'fault'; readonly state: CollectState; readonly detail: Text; readonly broken: boolean };

export const more = (seen?: CollectState): { kind: 'more'; seen?: CollectState } =>
  seen === undefined ? { kind: 'more' } : { kind: 'more', seen };

export const fault = (
  state: CollectState,
  zh: string,
  en: string,
  broken = false,
): { kind: 'fault'; state: CollectState; detail: Text; broken: boolean } => ({
  kind: 'fault',
  state,
  detail: { zh, en },
  broken,
});

/** Bytes as hexadecimal, two digits each, with blanks between. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
