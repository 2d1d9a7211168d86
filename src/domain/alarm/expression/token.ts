import { ExpressionError } from './node.ts';

export interface Token {
  readonly kind: 'number' | 'span' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

/** Characters of an expression at most. */
export const MAX_LENGTH = 1000;

const SKIP = /\s+/y;
/** Each is tried at the place that is reached; none of them can go back far (no nested repetition). */
const KINDS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['span', /\d{1,4}(?:s|m|h)\b/y],
  ['number', /\d{1,15}(?:\.\d{1,9})?/y],
  ['name', /[A-Za-z][A-Za-z0-9_]{0,39}/y],
  ['sign', /<=|>=|!=|[-+*/<>=(),]/y],
];

/** Cuts an expression into its words. @throws ExpressionError at a character that belongs to none. */
export function tokensOf(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw new ExpressionError('tooLong', MAX_LENGTH, '');
  const tokens: Token[] = [];
  let at = 0;
  const skip = (): void => {
    SKIP.lastIndex = at;
    at += SKIP.exec(text)?.[0].length ?? 0;
  };
  for (skip(); at < text.length; skip()) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', at }];
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind, text: found, at };
  }
  throw new ExpressionError('sign', at, text.charAt(at));
}
