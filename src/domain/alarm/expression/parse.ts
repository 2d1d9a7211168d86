import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { COMPARISONS, ExpressionError, type ExpressionReason, type Node, type Operator } from './node.ts';
import { type Token, tokensOf } from './token.ts';

/** Nodes of an expression at most; brackets and signs count too, so that depth is bounded with them. */
export const MAX_NODES = 200;
/** The longest span of a window, in ms. */
const MAX_SPAN_MS = DAY_MS;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: HOUR_MS };
const WINDOWS: readonly string[] = ['avg', 'min', 'max', 'rate'];
const FUNCTIONS: readonly string[] = ['abs', 'min', 'max', 'avg', 'rate'];

/**
 * Reads an expression: numbers, names of values, `+ - * /`, comparisons, `and`, `or`, `not`, `abs(x)`, `min(x, y, …)`,
 * `max(x, y, …)`, and over a span that ends now `avg(PZ, 15m)`, `min(PZ, 1h)`, `max(PZ, 1h)`, `rate(PP, 1h)` (change
 * an hour). The whole must be a truth. @throws ExpressionError with the place
 */
export function parseExpression(text: string, isName: (name: string) => boolean): Node {
  const reader = new Reader(tokensOf(text), isName);
  const node = reader.or();
  reader.expectEnd();
  if (!isTruth(node)) throw new ExpressionError('truthExpected', 0, text.slice(0, 20));
  return node;
}

/** Whether a node is a truth rather than a number. */
const isTruth = (node: Node): boolean =>
  node.kind === 'not' ||
  (node.kind === 'binary' && (node.op === 'and' || node.op === 'or' || COMPARISONS.includes(node.op)));

class Reader {
  readonly #tokens: readonly Token[];
  readonly #isName: (name: string) => boolean;
  #next = 0;
  #nodes = 0;

  constructor(tokens: readonly Token[], isName: (name: string) => boolean) {
    this.#tokens = tokens;
    this.#isName = isName;
  }

  or(): Node {
    return this.#chain(['or'], () => this.#and(), true);
  }

  expectEnd(): void {
    if (this.#peek().kind !== 'end') this.#fail('unexpected');
  }

  #and(): Node {
    return this.#chain(['and'], () => this.#not(), true);
  }

  #not(): Node {
    if (!this.#takes('not')) return this.#comparison();
    const at = this.#peek().at;
    this.#count();
    return { kind: 'not', of: this.#typed(this.#not(), true, at) };
  }

  #comparison(): Node {
    const at = this.#peek().at;
    const left = this.#sum();
    const op = this.#peek();
    if (op.kind !== 'sign' || !COMPARISONS.includes(op.text)) return left;
    this.#next++;
    const after = this.#peek().at;
    return this.#binary(op.text, this.#typed(left, false, at), this.#typed(this.#sum(), false, after));
  }

  #sum(): Node {
    return this.#chain(['+', '-'], () => this.#product(), false);
  }

  #product(): Node {
    return this.#chain(['*', '/'], () => this.#unary(), false);
  }

  /** Operators of one rank, from left to right; both sides are of one type. */
  #chain(ops: readonly string[], operand: () => Node, truth: boolean): Node {
    const at = this.#peek().at;
    let node = operand();
    for (let op = this.#peek(); ops.includes(op.text.toLowerCase()); op = this.#peek()) {
      this.#next++;
      const after = this.#peek().at;
      node = this.#binary(
        op.text.toLowerCase(),
        this.#typed(node, truth, at),
        this.#typed(operand(), truth, after),
      );
    }
    return node;
  }

  #unary(): Node {
    if (!this.#takes('-')) return this.#primary();
    const at = this.#peek().at;
    this.#count();
    return { kind: 'minus', of: this.#typed(this.#unary(), false, at) };
  }

  #primary(): Node {
    const token = this.#peek();
    this.#count();
    this.#next++;
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'name' && this.#peek().text === '(') return this.#call(token);
    if (token.kind === 'name') return { kind: 'value', name: this.#named(token) };
    if (token.text === '(') {
      const node = this.or();
      this.#expect(')');
      return node;
    }
    this.#next--;
    return this.#fail(token.kind === 'end' ? 'unfinished' : token.kind === 'span' ? 'number' : 'unexpected');
  }

  #call(token: Token): Node {
    const of = token.text.toLowerCase();
    if (!FUNCTIONS.includes(of)) throw new ExpressionError('unknownFunction', token.at, token.text);
    this.#expect('(');
    const args: Node[] = [];
    do {
      const span = this.#peek();
      if (args.length === 1 && span.kind === 'span') return this.#window(token, of, args[0] as Node);
      args.push(this.#typed(this.#sum(), false, span.at));
    } while (this.#takes(','));
    this.#expect(')');
    const fits = of === 'abs' ? args.length === 1 : (of === 'min' || of === 'max') && args.length >= 2;
    if (!fits) throw new ExpressionError('arguments', token.at, token.text);
    return { kind: 'call', of: of as 'abs' | 'min' | 'max', args };
  }

  #window(token: Token, of: string, value: Node): Node {
    const span = this.#peek();
    const ms = Number.parseInt(span.text, 10) * (UNIT_MS[span.text.slice(-1)] ?? 0);
    if (ms === 0 || ms > MAX_SPAN_MS) this.#fail('span');
    if (!WINDOWS.includes(of) || value.kind !== 'value')
      throw new ExpressionError('arguments', token.at, token.text);
    this.#next++;
    this.#expect(')');
    return { kind: 'window', of: of as 'avg' | 'min' | 'max' | 'rate', name: value.name, ms };
  }

  #binary(op: string, left: Node, right: Node): Node {
    this.#count();
    return { kind: 'binary', op: op as Operator, left, right };
  }

  #typed(node: Node, truth: boolean, at: number): Node {
    if (isTruth(node) === truth) return node;
    throw new ExpressionError(truth ? 'truthExpected' : 'numberExpected', at, this.#wordAt(at));
  }

  #named(token: Token): string {
    const name = token.text.toUpperCase();
    if (!this.#isName(name)) throw new ExpressionError('unknownName', token.at, token.text);
    return name;
  }

  #count(): void {
    if (++this.#nodes > MAX_NODES) this.#fail('tooLarge');
  }

  #peek(): Token {
    return this.#tokens[Math.min(this.#next, this.#tokens.length - 1)] as Token;
  }

  #takes(text: string): boolean {
    const token = this.#peek();
    const found = token.kind !== 'end' && token.text.toLowerCase() === text;
    if (found) this.#next++;
    return found;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) this.#fail(this.#peek().kind === 'end' ? 'unfinished' : 'unexpected');
  }

  #wordAt(at: number): string {
    return this.#tokens.find((token) => token.at === at)?.text ?? '';
  }

  #fail(reason: ExpressionReason): never {
    const { at, text } = this.#peek();
    throw new ExpressionError(reason, at, text);
  }
}
