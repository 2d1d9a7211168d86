import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';

/** What formatted text may consist of; the server cleans by it, the reader draws nothing else. */
export const TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'code',
  'pre',
  'blockquote',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'hr',
  'a',
] as const;

/** Where a link may lead. */
export const LINK_SCHEMES = ['https', 'http', 'mailto', 'tel'] as const;

/** The longest formatted text in characters, marks included: a cell of a sheet holds 32,767. */
const MAX = 30_000;

/** Formatted text as HTML. The server keeps of it what the lists above allow, whatever it was sent. */
export function richText(zh: string, en: string, rest: FieldOptions = {}): Field<z.ZodString, true> {
  return {
    kind: 'richText',
    label: { zh, en },
    schema: z.string().min(1).max(MAX),
    required: true,
    max: MAX,
    ...rest,
  };
}

/** The words of formatted text without its marks, for lists and search. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

export const richTextKind: KindContract = {
  parse: (raw) => (typeof raw === 'object' ? undefined : String(raw).trim()),
  // With its marks, so that a sheet brings it back as it was.
  format: (value) => String(value),
  expected: () => ({ zh: '带格式的文本', en: 'a formatted text' }),
};
