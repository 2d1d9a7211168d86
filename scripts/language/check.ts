import type { Messages } from '../../src/contract/translate.ts';
import { type Catalogue, messagesOf } from './catalogue.ts';

/** What is amiss with the file of a language, each a list of messages. */
export interface Lacks {
  /** Not there, or without a translation. */
  readonly missing: readonly string[];
  /** No text of the product: it was reworded or is gone. */
  readonly unknown: readonly string[];
  /** The translation fills in other values than the message. */
  readonly blanks: readonly string[];
}

/** The values that a text fills in: `{0}`, `{t1}`, `{{name}}`; not the ending of an English word, `{{n, s}}`. */
const blanksOf = (text: string): string =>
  [...new Set(text.match(/\{\{\w+\}\}|\{t?\d+\}/g))].toSorted().join(' ');

/** Holds the file of a language against the catalogue. */
export function lacksOf(catalogue: Catalogue, messages: Messages): Lacks {
  const { asked: query, inContext } = messagesOf(catalogue);
  const known = new Set(query);
  const given = Object.entries(messages);
  return {
    missing: query.filter((message) => !messages[message]),
    unknown: given.filter(([message]) => !known.has(message) && !inContext.has(message)).map(([m]) => m),
    blanks: given
      .filter(([message, text]) => text !== '' && blanksOf(message.split(' | ')[0] ?? '') !== blanksOf(text))
      .map(([message]) => message),
  };
}

/** What is amiss in lines to read; none where the language is complete. */
export const linesOf = ({ missing, unknown, blanks }: Lacks): string[] =>
  Object.entries({
    'not translated': missing,
    'no text of the product any more': unknown,
    'other values in the translation': blanks,
  }).flatMap(([what, messages]) => messages.map((message) => `${what}: ${message}`));

/** The file of a language in the order of the catalogue, what is new without a translation, what is unknown at the end. */
export function broughtUp(catalogue: Catalogue, messages: Messages): Messages {
  const { asked: query } = messagesOf(catalogue);
  return { ...Object.fromEntries(query.map((message) => [message, messages[message] ?? ''])), ...messages };
}
