import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';

interface TextOptions extends FieldOptions {
  readonly max?: number;
  readonly min?: number;
  /** A pattern the whole value must match. */
  readonly pattern?: RegExp;
}

/** A line of text, trimmed; 255 characters where nothing is said (the archive's remark length). */
export function text(zh: string, en: string, options: TextOptions = {}): Field<z.ZodString, true> {
  const { max = 255, min = 1, pattern, ...rest } = options;
  const base = z.string().min(min).max(max);
  return {
    kind: 'text',
    label: { zh, en },
    schema: pattern ? base.regex(pattern) : base,
    required: true,
    max,
    ...rest,
  };
}

export const textKind: KindContract = {
  parse: (raw) => (typeof raw === 'object' ? undefined : String(raw).trim()),
  format: (value) => String(value),
  expected: () => ({ zh: '文本', en: 'a text' }),
};
