/** An element of XML, with the prefixes of its names left out. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const MOST_ELEMENTS = 20_000;
const MOST_DEPTH = 64;
/** Letters of a tag with its attributes. */
const MOST_TAG = 16 * 1024;
const [COMMENT, CDATA] = ['<!--', '<![CDATA['];
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, named) => {
    if (named !== undefined) return ENTITIES[String(named)] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '';
  });

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
  text: string;
}

/**
 * Reads the answers of cameras: elements, attributes and text. Declarations are not obeyed, so that no entity grows and
 * nothing else is fetched. Each letter is looked at a few times at most: a camera may send two million of any kind.
 * @throws Error where it is no XML, or more than a camera says
 */
export function readXml(text: string): Element {
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack: Open[] = [root];
  let elements = 0;
  for (let at = 0; at < text.length;) {
    const top = stack.at(-1) ?? root;
    const from = at;
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      at = next < 0 ? text.length : next;
      top.text += decoded(text.slice(from, at));
    } else if (text.startsWith(COMMENT, at)) at = behind(text, '-->', at + COMMENT.length);
    else if (text.startsWith(CDATA, at)) {
      at = behind(text, ']]>', at + CDATA.length);
      top.text += text.slice(from + CDATA.length, at - 3);
    } else if (text[at + 1] === '?' || text[at + 1] === '!') at = behind(text, '>', at);
    else {
      at = tagEnd(text, at + 1);
      const tag = text.slice(from + 1, at - 1);
      if (tag.startsWith('/')) {
        if (stack.length < 2 || bare(nameOf(tag.slice(1))) !== top.name) throw new Error('not XML');
        stack.pop();
        continue;
      }
      if (++elements > MOST_ELEMENTS || stack.length > MOST_DEPTH) throw new Error('too much XML');
      const name = nameOf(tag);
      const attributes = attributesOf(tag.slice(name.length));
      const next: Open = { name: bare(name), attributes, children: [], text: '' };
      top.children.push(next);
      if (!tag.endsWith('/')) stack.push(next);
    }
  }
  if (stack.length !== 1) throw new Error('not XML');
  return root;
}

/** Where a part ends, behind its mark. @throws Error where it has no end */
function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw new Error('not XML');
  return at + mark.length;
}

/** Where a tag ends, behind its sign; what stands in quotes is no sign. @throws Error where it has no end */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < Math.min(text.length, from + MOST_TAG); at++) {
    const sign = text[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '>') return at + 1;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  throw new Error('not XML');
}

/** The name that a tag begins with. @throws Error where it has none */
function nameOf(tag: string): string {
  const name = /^[\w:.-]+/.exec(tag)?.[0];
  if (name === undefined) throw new Error('not XML');
  return name;
}

/** The attributes behind the name of a tag, up to the first thing that is none. */
function attributesOf(tag: string): Record<string, string> {
  const found: Record<string, string> = {};
  const attribute = /\s*([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  for (let one = attribute.exec(tag); one; one = attribute.exec(tag)) {
    const [, key = '', double, single] = one;
    found[bare(key)] = decoded(double ?? single ?? '');
  }
  return found;
}

/** Every element of a name below another, in their order. */
export function allOf(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...allOf(child, name),
  ]);
}

/** The first element along names, each anywhere below the one before. */
export function find(element: Element | undefined, ...names: readonly string[]): Element | undefined {
  let at = element;
  for (const name of names) at = at && allOf(at, name)[0];
  return at;
}

/** The trimmed text of the first element along names. */
export const textAt = (element: Element | undefined, ...names: readonly string[]): string | undefined => {
  const text = find(element, ...names)?.text.trim();
  return text === '' ? undefined : text;
};
