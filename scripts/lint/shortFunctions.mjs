// A function fits on a screen. Those that do not yet are named in a list, which may only become shorter.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { relative, sep } from 'node:path';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST_LINES = 60;
const LIST = 'scripts/lint/longFunctions.json';
const TOP = { start: { line: 1, column: 0 }, end: { line: 1, column: 1 } };

/** @type {Record<string, string[]>} The names of the functions that are still too long, by file. */
const LONG = JSON.parse(readFileSync(new URL('longFunctions.json', import.meta.url), 'utf8'));

/**
 * What a function is called: by itself, by what holds it, or by the call that takes it.
 * @param {any} node @returns {string}
 */
function nameOf(node) {
  const { id, parent } = node;
  if (id) return id.name;
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.name ?? 'pattern';
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return String(parent.key.name ?? parent.key.value);
    case 'CallExpression':
      return `${parent.callee.property?.name ?? parent.callee.name}()`;
    case 'JSXExpressionContainer':
      return parent.parent.name?.name ?? 'child';
    default:
      return 'unnamed';
  }
}

/** Functions of at most 60 lines; blank lines and comments do not count. */
export const shortFunctions = {
  /** @param {any} context */
  create(context) {
    const { sourceCode, filename } = context;
    const known = LONG[relative(ROOT, filename).split(sep).join('/')] ?? [];
    if (sourceCode.lines.length <= MOST_LINES && known.length === 0) return {};
    /** @type {Set<string>} */
    const found = new Set();
    const counted = linesThatCount(sourceCode);

    /** @param {any} node */
    const measure = (node) => {
      const { start, end } = node.loc;
      const length = counted.filter((line) => line >= start.line && line <= end.line).length;
      if (length <= MOST_LINES) return;
      const name = nameOf(node);
      found.add(name);
      if (known.includes(name)) return;
      const message = `${name} has ${length} lines, ${MOST_LINES} are the most: split it.`;
      context.report({ node: node.id ?? node, message });
    };

    return {
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
      'Program:exit'() {
        for (const name of known.filter((one) => !found.has(one)))
          context.report({ loc: TOP, message: `${name} is short now: take it off ${LIST}.` });
      },
    };
  },
};

/**
 * The numbers of the lines that hold more than a comment.
 * @param {any} sourceCode @returns {number[]}
 */
function linesThatCount(sourceCode) {
  let rest = sourceCode.text;
  for (const { range } of sourceCode.getAllComments()) {
    const [from, to] = range;
    rest = rest.slice(0, from) + rest.slice(from, to).replace(/[^\n]/g, ' ') + rest.slice(to);
  }
  return rest
    .split('\n')
    .flatMap((/** @type {string} */ line, /** @type {number} */ i) => (line.trim() ? [i + 1] : []));
}
