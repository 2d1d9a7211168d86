/** An element of XML, with the prefixes of its names left out. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const MOST_ELEMENTS = 20_000;
const MOST_DEPTH = 64;
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
 * nothing else is fetched. @throws Error where it is no XML, or more than a camera says
 */
export function readXml(text: string): Element {
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack: Open[] = [root];
  let elements = 0;
  const part =
    /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (!found) throw new Error('not XML');
    const top = stack.at(-1) ?? root;
    const [, cdata, closing, name, attributes = '', empty, words] = found;
    if (cdata !== undefined) top.text += cdata;
    else if (words !== undefined) top.text += decoded(words);
    else if (closing === '/') {
      if (stack.length < 2 || bare(name ?? '') !== top.name) throw new Error('not XML');
      stack.pop();
    } else if (name !== undefined) {
      if (++elements > MOST_ELEMENTS || stack.length > MOST_DEPTH) throw new Error('too much XML');
      const next: Open = { name: bare(name), attributes: {}, children: [], text: '' };
      for (const [, key = '', double, single] of attributes.matchAll(
        /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
      ))
        next.attributes[bare(key)] = decoded(double ?? single ?? '');
      top.children.push(next);
      if (empty !== '/') stack.push(next);
    }
  }
  if (stack.length !== 1) throw new Error('not XML');
  return root;
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
