import type * as z from 'zod';
import type { Field } from './field.ts';
import { kindContracts } from './kinds.ts';
import type { Text } from './text.ts';

export const REQUIRED: Text = { zh: '必填', en: 'is required' };

type Issue = z.core.$ZodIssue;

/** What a zod issue says to a person; the lengths in the specification's words (3 section 5). */
export function issueText(issue: Issue): Text {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string')
        return { zh: `最少输入${issue.minimum}个字符`, en: `at least ${issue.minimum} characters` };
      return { zh: `不能小于 ${issue.minimum}`, en: `must be at least ${issue.minimum}` };
    case 'too_big':
      if (issue.origin === 'string')
        return { zh: `最多输入${issue.maximum}个字符`, en: `at most ${issue.maximum} characters` };
      if (issue.origin === 'array')
        return { zh: `最多 ${issue.maximum} 项`, en: `at most ${issue.maximum} entries` };
      return { zh: `不能大于 ${issue.maximum}`, en: `must be at most ${issue.maximum}` };
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED;
      return { zh: '类型不正确', en: 'is not of the right type' };
    case 'invalid_format':
      return { zh: '格式不正确', en: 'is not in the right format' };
    case 'invalid_value':
      return { zh: `应为：${issue.values.join('、')}`, en: `must be one of: ${issue.values.join(', ')}` };
    case 'unrecognized_keys':
      return { zh: `未知字段：${issue.keys.join('、')}`, en: `unknown fields: ${issue.keys.join(', ')}` };
    default:
      return { zh: '无效的值', en: 'is not valid' };
  }
}

/** A value of a field, read from a form, a query or a sheet; or the sentence that refuses it. */
export type FieldReading = { readonly value: unknown } | { readonly problem: Text };

const isSingle = (raw: unknown): boolean => typeof raw !== 'object' || raw === null || raw instanceof Date;

/**
 * The typed value of what a form, a query or a cell holds that is not empty; undefined = not readable. Only a
 * structure is an object: what others were sent as one has no text that could be trusted.
 */
export const parseField = (field: Field, raw: unknown): unknown =>
  field.kind === 'structure' || isSingle(raw) || (Array.isArray(raw) && raw.every(isSingle))
    ? kindContracts[field.kind].parse(raw, field)
    : undefined;

/** Reads and checks one field; an empty value is null, refused where the field is required. */
export function readField(field: Field, raw: unknown): FieldReading {
  const blank = raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');
  if (blank) return field.required ? { problem: REQUIRED } : { value: null };
  const value = parseField(field, raw);
  if (value === undefined) {
    const expected = kindContracts[field.kind].expected(field);
    return { problem: { zh: `应为${expected.zh}`, en: `must be ${expected.en}` } };
  }
  const checked = field.schema.safeParse(value);
  if (checked.success) return { value };
  const [issue] = checked.error.issues;
  return { problem: issue ? issueText(issue) : REQUIRED };
}

/** The sentence about a field: its label and what is wrong with it. */
export const aboutField = (label: Text, problem: Text): Text => ({
  zh: `${label.zh}：${problem.zh}`,
  en: `${label.en}: ${problem.en}`,
});
