import { inflateSync } from 'node:zlib';

/** The text of a PDF as a reader would find it, page by page, a piece of text a line. */
export function pdfText(pdf: Buffer): string[] {
  const source = pdf.toString('latin1');
  const objects = new Map<string, string>();
  const streams = new Map<string, string>();
  for (const match of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, number = '', body = ''] = match;
    const at = body.indexOf('stream\n');
    objects.set(number, at < 0 ? body : body.slice(0, at));
    if (at < 0) continue;
    const raw = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1');
    if (body.slice(0, at).includes('/FlateDecode'))
      try {
        streams.set(number, inflateSync(raw).toString('latin1'));
      } catch {
        // A font file, not text.
      }
  }
  return [...objects]
    .filter(([, body]) => /\/Type \/Page\b(?!s)/.test(body))
    .map(([, body]) => {
      const fonts = fontsOf(objects, streams, body);
      const content = /\/Contents (\d+) 0 R/.exec(body)?.[1] ?? '';
      return textOf(streams.get(content) ?? '', fonts);
    });
}

type Fonts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The letters of each font of a page, by the code that stands for them. */
function fontsOf(
  objects: ReadonlyMap<string, string>,
  streams: ReadonlyMap<string, string>,
  page: string,
): Fonts {
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? '';
  const list = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? '';
  return new Map(
    [...list.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number = '']) => {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '')?.[1] ?? '';
      return [name, lettersOf(streams.get(unicode) ?? '')];
    }),
  );
}

function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    // A glyph may stand for several letters, told with blanks between them.
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, code = ''], i) => {
      const key = (Number.parseInt(first, 16) + i).toString(16).padStart(4, '0');
      letters.set(key, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    });
  return letters;
}

function textOf(content: string, fonts: Fonts): string {
  let font: ReadonlyMap<string, string> = new Map();
  const lines: string[] = [];
  for (const match of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    const [, name, shown] = match;
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    if (shown === undefined) continue;
    const codes = [...shown.matchAll(/<(\w+)>/g)].map(([, hex = '']) => hex).join('');
    lines.push((codes.match(/.{4}/g) ?? []).map((code) => font.get(code.toLowerCase()) ?? '?').join(''));
  }
  return lines.join('\n');
}
