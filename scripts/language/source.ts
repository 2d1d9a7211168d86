import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync } from 'vite';

/** A text as the code spells it; `zh` is missing where only the English of a part of a sentence can be told. */
export interface Spelled {
  /** The address: file, then the names that it stands under. */
  readonly key: string;
  readonly zh?: string;
  readonly en: string;
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Record<string, unknown>;

const HAN = /\p{Script=Han}/u;
const LETTER = /\p{L}/u;
/** Beside texts: search words, questions and lists that are rows of the database, `texts.ts`, which have keys of their own. */
const ELSEWHERE = /\.test\.tsx?$|\/(testBed|texts)\.tsx?$|^src\/menu\/keyword|\/seed\/|\/shipped\//;
/** What a call is for is told in the interface's own description, always in both languages. */
const UNTOLD = new Set(['summary', 'keywords']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Every text that stands in the code as a pair of Chinese and English, by its address. */
export function spelledTexts(root: string): Spelled[] {
  const found: Spelled[] = [];
  for (const path of globSync('src/**/*.{ts,tsx}', { cwd: root }).toSorted()) {
    const file = path.split(sep).join('/');
    if (ELSEWHERE.test(file)) continue;
    const source = readFileSync(join(root, path), 'utf8');
    if (!HAN.test(source)) continue;
    const under = file
      .replace(/^src\//, '')
      .replace(/(\/index)?\.tsx?$/, '')
      .split('/');
    const { program } = parseSync(file, source);
    found.push(...textsIn(program as unknown as Node, under, source));
  }
  return found;
}

/** `['resource', 'archive', 'ammeter', 'ammeter', 'fields']` → without the name that repeats its file's. */
const keyOf = (names: readonly string[]): string =>
  names.filter((name, i) => name !== names[i - 1]).join('.');

/** The name that a node gives to what stands in it. */
function nameOf(node: Node): string | undefined {
  const named = node['key'] ?? node['id'] ?? (node.type === 'JSXAttribute' ? node['name'] : undefined);
  if (!isNode(named) || node['computed'] === true) return undefined;
  return String(named['name'] ?? named['value'] ?? '') || undefined;
}

function textsIn(node: Node, above: readonly string[], source: string): Spelled[] {
  const name = nameOf(node);
  if (name !== undefined && UNTOLD.has(name)) return [];
  const names = name === undefined ? above : [...above, name];
  const own = pairsIn(node, source).flatMap(({ zh, en }) => spelledOf(keyOf(names), zh, en, source));
  return [...own, ...childrenOf(node).flatMap((child) => textsIn(child, names, source))];
}

interface Pair {
  readonly zh: Node | undefined;
  readonly en: Node;
}

/** The pairs that a node itself makes: `{ zh, en }`, or Chinese and English side by side in a call or a list. */
function pairsIn(node: Node, source: string): Pair[] {
  if (node.type === 'ObjectExpression') {
    const part = (key: string): Node | undefined =>
      childrenOf(node).find((one) => nameOf(one) === key)?.['value'] as Node | undefined;
    const [zh, en] = [part('zh'), part('en')];
    return zh && en ? [{ zh, en }] : [];
  }
  if (node.type === 'VariableDeclarator' && nameOf(node) === 'en' && isNode(node['init']))
    return [{ zh: undefined, en: node['init'] }];
  const list = ['CallExpression', 'NewExpression'].includes(node.type)
    ? node['arguments']
    : node.type === 'ArrayExpression' && node['elements'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((zh, i): Pair[] => {
    const en: unknown = list[i + 1];
    if (!isNode(zh) || !isNode(en)) return [];
    const [chinese, english] = [messageOf(zh, source), messageOf(en, source)];
    const isPair = chinese && english && HAN.test(chinese) && !HAN.test(english) && LETTER.test(english);
    return isPair ? [{ zh, en }] : [];
  });
}

/** The texts of a pair: itself, and the words that are filled into it. */
function spelledOf(key: string, zh: Node | undefined, en: Node, source: string): Spelled[] {
  const [chinese, english] = [zh && messageOf(zh, source), messageOf(en, source)];
  const words = wordsIn(en).map((word): Spelled => ({ key, en: messageOf(word, source) ?? '' }));
  const whole =
    english !== undefined && english !== ''
      ? [{ key, en: english, ...(chinese ? { zh: chinese } : {}) }]
      : [];
  return [...whole, ...words.filter((word) => LETTER.test(word.en.replaceAll(/\{t?\d+\}/g, '')))];
}

/** What a string or a template says, its values as `{0}`, and as `{t0}` where the value is a text itself. */
function messageOf(node: Node, source: string): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const values = node['expressions'] as Node[];
  const isText = (value: Node): boolean =>
    /\ben\b|'en'/.test(source.slice(value.start, value.end)) || wordsIn(value).length > 0;
  return (node['quasis'] as { value: { cooked: string } }[])
    .map(({ value: { cooked } }, i) => {
      const value = values[i];
      return value ? `${cooked}{${isText(value) ? 't' : ''}${i}}` : cooked;
    })
    .join('');
}

/** Words that a sentence is filled with: the branches of a condition, not what it compares. */
function wordsIn(node: Node): Node[] {
  const inner =
    node.type === 'TemplateLiteral'
      ? (node['expressions'] as Node[])
      : node.type === 'ConditionalExpression'
        ? [node['consequent'] as Node, node['alternate'] as Node]
        : node.type === 'LogicalExpression'
          ? [node['left'] as Node, node['right'] as Node]
          : [];
  return inner.flatMap((one) => [
    ...(['Literal', 'TemplateLiteral'].includes(one.type) && hasLetters(one) ? [one] : []),
    ...wordsIn(one),
  ]);
}

const hasLetters = (node: Node): boolean =>
  node.type === 'Literal'
    ? typeof node['value'] === 'string' && LETTER.test(node['value'])
    : (node['quasis'] as { value: { cooked: string } }[]).some(({ value }) => LETTER.test(value.cooked));
