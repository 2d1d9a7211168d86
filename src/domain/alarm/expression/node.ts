/** An expression over the values of an object. Every node is a number or a truth; `null` at run time is unknown. */
export type Node =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'window'; readonly of: WindowFunction; readonly name: string; readonly ms: number }
  | { readonly kind: 'call'; readonly of: 'abs' | 'min' | 'max'; readonly args: readonly Node[] }
  | { readonly kind: 'minus' | 'not'; readonly of: Node }
  | { readonly kind: 'binary'; readonly op: Operator; readonly left: Node; readonly right: Node };

/** Over a span of time that ends now: the mean, the extremes, the change an hour. */
export type WindowFunction = 'avg' | 'min' | 'max' | 'rate';
export type Operator = '+' | '-' | '*' | '/' | '<' | '<=' | '>' | '>=' | '=' | '!=' | 'and' | 'or';

export const COMPARISONS: readonly string[] = ['<', '<=', '>', '>=', '=', '!='];

/** Why an expression is refused, and at which character (0-based). */
export class ExpressionError extends Error {
  readonly at: number;
  readonly reason: ExpressionReason;
  /** The word or sign at which it went wrong. */
  readonly word: string;
  constructor(reason: ExpressionReason, at: number, word: string) {
    super(`${reason} at ${at}: ${word}`);
    this.name = 'ExpressionError';
    this.reason = reason;
    this.at = at;
    this.word = word;
  }
}

export type ExpressionReason =
  | 'sign'
  | 'unfinished'
  | 'unexpected'
  | 'unknownName'
  | 'unknownFunction'
  | 'arguments'
  | 'span'
  | 'number'
  | 'truthExpected'
  | 'numberExpected'
  | 'tooLong'
  | 'tooLarge';
