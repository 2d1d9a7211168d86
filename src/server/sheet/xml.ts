const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The letters of XML text: entities, CDATA and the `_xHHHH_` escapes of workbooks resolved. No other entity is known, so none can grow. */
export function plainText(xml: string): string {
  if (!/[&<_]/.test(xml)) return xml;
  return withoutCdata(xml)
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return NAMED[name] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_whole, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

const CDATA = '<![CDATA[';

function withoutCdata(xml: string): string {
  let text = '';
  let at = 0;
  for (;;) {
    const begin = xml.indexOf(CDATA, at);
    const end = begin < 0 ? -1 : xml.indexOf(']]>', begin);
    if (end < 0) return at === 0 ? xml : text + xml.slice(at);
    text += xml.slice(at, begin) + xml.slice(begin + CDATA.length, end);
    at = end + 3;
  }
}

/** An element with what stands within. */
export interface Element {
  readonly attributes: string;
  /** Undefined where it closes itself. */
  readonly body: string | undefined;
  /** Where it begins and ends. */
  readonly from: number;
  readonly to: number;
}

/**
 * The elements of a local name, whatever its prefix, in order; ends at one that is not closed. As everything here it
 * looks at each letter a bounded number of times, however a file is made: no `<` stands within a tag.
 */
export function* whole(xml: string, name: string): Generator<Element> {
  const pattern = cached(
    wholePatterns,
    name,
    () => new RegExp(`<((?:\\w+:)?)${name}((?:\\s[^<>]*|/)?)>`, 'g'),
  );
  for (let at = 0; ;) {
    pattern.lastIndex = at;
    const open = pattern.exec(xml);
    if (!open) return;
    const [tag, prefix = '', attributes = ''] = open;
    const from = open.index;
    const begin = from + tag.length;
    if (attributes.endsWith('/')) {
      at = begin;
      yield { attributes, body: undefined, from, to: at };
      continue;
    }
    const close = `</${prefix}${name}>`;
    const end = xml.indexOf(close, begin);
    if (end < 0) return;
    at = end + close.length;
    yield { attributes, body: xml.slice(begin, end), from, to: at };
  }
}

/** What stands within the first element of a name; undefined where there is none or it closes itself. */
export const within = (xml: string, name: string): string | undefined => whole(xml, name).next().value?.body;

/** The opening tags of every element of a local name, whatever its prefix. */
export function elements(xml: string, name: string): string[] {
  const pattern = cached(
    tagPatterns,
    name,
    () => new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>`, 'g'),
  );
  return [...xml.matchAll(pattern)].map((match) => match[0]);
}

/** The value of an attribute of an opening tag by its local name. */
export function attribute(tag: string, name: string): string | undefined {
  const pattern = cached(
    attributePatterns,
    name,
    () => new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`),
  );
  const match = pattern.exec(tag);
  return match ? (match[1] ?? match[2]) : undefined;
}

const wholePatterns = new Map<string, RegExp>();
const tagPatterns = new Map<string, RegExp>();
const attributePatterns = new Map<string, RegExp>();

function cached(patterns: Map<string, RegExp>, name: string, make: () => RegExp): RegExp {
  const known = patterns.get(name);
  if (known) return known;
  const pattern = make();
  patterns.set(name, pattern);
  return pattern;
}

/** The letters of a text with runs, without its phonetic guide. */
export function richText(xml: string): string {
  const guides = xml.includes('rPh') ? [...whole(xml, 'rPh')] : [];
  let text = '';
  let next = 0;
  for (const { body, from } of whole(xml, 't')) {
    while ((guides[next]?.to ?? Infinity) <= from) next++;
    if (from < (guides[next]?.from ?? Infinity)) text += plainText(body ?? '');
  }
  return text;
}
