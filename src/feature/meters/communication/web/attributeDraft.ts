import { readJson } from '#contract/json.ts';

export const VALUE_KINDS = ['text', 'number', 'yesNo', 'json'] as const;
type ValueKind = (typeof VALUE_KINDS)[number];

/** A shared attribute as it is filled in. */
export interface AttributeDraft {
  /** Empty = the gateway itself. */
  readonly deviceName: string;
  readonly attributeName: string;
  readonly kind: ValueKind;
  readonly text: string;
}

export type AttributeProblem = 'name' | 'number' | 'json' | 'large';

const MOST_BYTES = 4096;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A value (JSON) as it is filled in. */
export function draftOfValue(value: string): Pick<AttributeDraft, 'kind' | 'text'> {
  const read = readJson(value);
  if (typeof read === 'string') return { kind: 'text', text: read };
  if (typeof read === 'number') return { kind: 'number', text: value };
  if (typeof read === 'boolean') return { kind: 'yesNo', text: value };
  return { kind: 'json', text: value };
}

/** The value as JSON. */
export const valueOf = ({ kind, text }: AttributeDraft): string =>
  kind === 'text' ? JSON.stringify(text) : kind === 'yesNo' ? String(text === 'true') : text.trim();

/** What is wrong with it; null = it may be saved. */
export function problemOfAttribute(draft: AttributeDraft): AttributeProblem | null {
  const { attributeName, kind, text } = draft;
  if (attributeName.trim() === '' || attributeName.includes(',')) return 'name';
  if (kind === 'number' && !NUMBER.test(text.trim())) return 'number';
  if (kind === 'json' && readJson(text) === undefined) return 'json';
  return new Blob([valueOf(draft)]).size > MOST_BYTES ? 'large' : null;
}

/** A value as a list shows it: text without quotes. */
export function shownValue(value: string): string {
  const read = readJson(value);
  return typeof read === 'string' ? read : value;
}
