import sanitize from 'sanitize-html';
import type { KindServer } from '#server/resource/kind.ts';
import { LINK_SCHEMES, TAGS } from './contract.ts';

/** Formatted text without anything that could run, load or cover something: other tags give way to their words. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...TAGS],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: [...LINK_SCHEMES],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 40,
    transformTags: {
      a: sanitize.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }),
      b: 'strong',
      i: 'em',
      strike: 's',
      h1: 'h2',
    },
  }).trim();

export const richTextServer: KindServer = {
  columnType: 'text',
  fromColumn: (value) => value,
  matches: 'contains',
  clean: (value) => (typeof value === 'string' ? cleanHtml(value) : value),
};
