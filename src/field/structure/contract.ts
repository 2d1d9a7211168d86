import type * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';
import { readJson } from '#contract/json.ts';

/**
 * A small structure of its own shape: a JSON object, never a bare list. In sheets it is its JSON text; a screen
 * gives it an editor by the slot `inputs`.
 */
export function structure<S extends z.ZodObject>(
  zh: string,
  en: string,
  schema: S,
  rest: FieldOptions = {},
): Field<S, true> {
  return { kind: 'structure', label: { zh, en }, schema, required: true, ...rest };
}

export const structureKind: KindContract = {
  parse: (raw) => {
    const value = typeof raw === 'string' ? readJson(raw) : raw;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  },
  format: (value) => JSON.stringify(value),
  expected: () => ({ zh: 'JSON 对象', en: 'a JSON object' }),
};
