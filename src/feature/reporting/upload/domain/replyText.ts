import type * as z from 'zod';
import { inBoth } from '#contract/inBoth.ts';
import { readJson } from '#contract/json.ts';

const MOST_SHOWN = 200;

const FOREIGN = inBoth({
  zh: '应答不符合上报协议，内容不予显示',
  en: 'The reply is none of the protocol, its words are not shown',
});

/**
 * What stands for a reply that cannot be read; null where it said nothing. Its words are never shown: they may be those of
 * another server than a platform.
 */
export const foreignReply = (body: string): string | null => (body.trim() === '' ? null : FOREIGN);

/** A message of somebody else, in one line and not too long; null where there is none. */
export function shortText(text: string): string | null {
  // Control characters and the marks that turn the direction of writing have no place in a line.
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, MOST_SHOWN);
}

/** A reply read as JSON of a shape; null where it is not, or nests too deep. */
export function readReply<S extends z.ZodType>(schema: S, body: string): z.output<S> | null {
  const read = schema.safeParse(readJson(body));
  return read.success ? read.data : null;
}
