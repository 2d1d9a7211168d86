/** An SVG element as data: what the page builds its elements of, and what an exported file is written from. */
export interface SvgNode {
  readonly tag: 'g' | 'path' | 'text' | 'tspan' | 'rect' | 'ellipse' | 'line' | 'image' | 'title' | 'svg';
  readonly attrs: Readonly<Record<string, string | number>>;
  readonly text?: string;
  readonly children?: readonly SvgNode[];
}

type Attrs = Readonly<Record<string, string | number | undefined>>;

/** A node without the attributes that are undefined. */
export function node(
  tag: SvgNode['tag'],
  attrs: Attrs,
  inside?: string | readonly (SvgNode | null)[],
): SvgNode {
  const kept: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(attrs)) if (value !== undefined) kept[key] = value;
  if (inside === undefined) return { tag, attrs: kept };
  if (typeof inside === 'string') return { tag, attrs: kept, text: inside };
  return { tag, attrs: kept, children: inside.filter((one) => one !== null) };
}

/** Whether two nodes draw the same. */
export function sameNode(a: SvgNode, b: SvgNode): boolean {
  if (a === b) return true;
  if (a.tag !== b.tag || a.text !== b.text) return false;
  const names = Object.keys(a.attrs);
  if (names.length !== Object.keys(b.attrs).length || names.some((name) => a.attrs[name] !== b.attrs[name]))
    return false;
  const [mine, others] = [a.children ?? [], b.children ?? []];
  return mine.length === others.length && mine.every((one, i) => sameNode(one, others[i] ?? one));
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\p{Cc}/gu, '');

/** A node and all below it as markup. */
export function markupOf({ tag, attrs, text, children }: SvgNode): string {
  const list = Object.entries(attrs).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const inside = text === undefined ? (children ?? []).map(markupOf).join('') : escaped(text);
  return inside === '' ? `<${tag}${list.join('')}/>` : `<${tag}${list.join('')}>${inside}</${tag}>`;
}
