const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The letters of XML text: entities, CDATA and the `_xHHHH_` escapes of workbooks resolved. No other entity is known, so none can grow. */
export function plainText(xml: string): string {
  if (!/[&<_]/.test(xml)) return xml;
  return xml
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return NAMED[name] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_whole, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

/** The opening tags of every element of a local name, whatever its prefix. */
export function elements(xml: string, name: string): string[] {
  const pattern = cached(
    tagPatterns,
    name,
    () => new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>`, 'g'),
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
  const spoken = xml.replaceAll(/<(?:\w+:)?rPh[\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  let text = '';
  for (const match of spoken.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)) {
    text += plainText(match[1] ?? '');
  }
  return text;
}
