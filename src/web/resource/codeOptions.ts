import type { Field } from '#contract/field.ts';
import { type Language, textIn } from '#contract/text.ts';

/** The codes of a field as the options of a select, in the definition's order. */
export const codeOptions = (field: Field, language: Language): { value: string; label: string }[] =>
  Object.entries(field.options ?? {}).map(([value, label]) => ({ value, label: textIn(label, language) }));
