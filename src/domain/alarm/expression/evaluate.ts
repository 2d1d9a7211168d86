import type { Node, Operator, WindowFunction } from './node.ts';

/** What an expression is asked about: values of an object at an instant, and over a span (ms) that ends there. */
export interface Values {
  readonly value: (name: string) => number | null;
  /** The mean, minimum, maximum or hourly change; null where the span is not known. */
  readonly window: (of: WindowFunction, name: string, ms: number) => number | null;
}

/**
 * The truth of an expression; null where something unknown could decide. A division by zero or a value beyond the
 * numbers is unknown, never a truth.
 */
export function evaluate(node: Node, values: Values): boolean | null {
  if (node.kind === 'not') {
    const truth = evaluate(node.of, values);
    return truth === null ? null : !truth;
  }
  if (node.kind !== 'binary') return null;
  const { op, left, right } = node;
  if (op === 'and' || op === 'or') {
    const decides = op === 'or';
    const sides = [evaluate(left, values), evaluate(right, values)];
    return sides.includes(decides) ? decides : sides.includes(null) ? null : !decides;
  }
  const a = numberOf(left, values);
  const b = numberOf(right, values);
  return a === null || b === null ? null : compare(op, a, b);
}

function numberOf(node: Node, values: Values): number | null {
  const result = calculate(node, values);
  return result !== null && Number.isFinite(result) ? result : null;
}

function calculate(node: Node, values: Values): number | null {
  switch (node.kind) {
    case 'number':
      return node.value;
    case 'value':
      return values.value(node.name);
    case 'window':
      return values.window(node.of, node.name, node.ms);
    case 'minus': {
      const value = numberOf(node.of, values);
      return value === null ? null : -value;
    }
    case 'call': {
      const known = node.args.map((one) => numberOf(one, values)).filter((one) => one !== null);
      if (known.length < node.args.length) return null;
      return node.of === 'abs' ? Math.abs(known[0] as number) : Math[node.of](...known);
    }
    case 'binary': {
      const a = numberOf(node.left, values);
      const b = numberOf(node.right, values);
      return a === null || b === null ? null : arithmetic(node.op, a, b);
    }
    case 'not':
      return null;
  }
}

function arithmetic(op: Operator, a: number, b: number): number | null {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : a / b;
    default:
      return null;
  }
}

function compare(op: Operator, a: number, b: number): boolean | null {
  switch (op) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '=':
      return a === b;
    case '!=':
      return a !== b;
    default:
      return null;
  }
}

/** The same expression over values of other names. */
export function renamed(node: Node, nameOf: (name: string) => string): Node {
  const again = (one: Node): Node => renamed(one, nameOf);
  switch (node.kind) {
    case 'number':
      return node;
    case 'value':
    case 'window':
      return { ...node, name: nameOf(node.name) };
    case 'call':
      return { ...node, args: node.args.map(again) };
    case 'minus':
    case 'not':
      return { ...node, of: again(node.of) };
    case 'binary':
      return { ...node, left: again(node.left), right: again(node.right) };
  }
}

/** The names of values that an expression asks for, each once, with the longest span (ms) asked of each. */
export function namesOf(node: Node): Map<string, number> {
  const names = new Map<string, number>();
  const add = (name: string, ms: number): void => {
    names.set(name, Math.max(names.get(name) ?? 0, ms));
  };
  const visit = (one: Node): void => {
    if (one.kind === 'value') add(one.name, 0);
    else if (one.kind === 'window') add(one.name, one.ms);
    else if (one.kind === 'call') one.args.forEach(visit);
    else if (one.kind === 'minus' || one.kind === 'not') visit(one.of);
    else if (one.kind === 'binary') [one.left, one.right].forEach(visit);
  };
  visit(node);
  return names;
}
