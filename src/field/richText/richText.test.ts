import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { richText, richTextKind, wordsOf } from './contract.ts';
import { cleanHtml } from './server.ts';

describe('formatted text', () => {
  it('keeps what the editor writes', () => {
    const html =
      '<h2>Title</h2><p><strong>bold</strong> <em>italic</em> <u>under</u></p><ul><li><p>one</p></li></ul>';
    expect(cleanHtml(html)).toBe(html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="//evil.example/x">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<p style="position:fixed;inset:0">x</p>',
    '<p onclick="alert(1)">x</p>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form action="https://evil.example"><input name=a></form>',
    '<style>*{display:none}</style>',
    '<base href="https://evil.example/">',
    '<p><![CDATA[<script>alert(1)</script>]]></p>',
  ])('takes out of %s what could run, load or cover', (html) => {
    const clean = cleanHtml(html);
    expect(clean).not.toMatch(/<(?!\/?(p|br|strong|em|u|s|code|pre|blockquote|h[2-4]|ul|ol|li|hr|a)\b)/i);
    expect(clean).not.toMatch(/<[^>]*\b(on\w+|style|src|action)\s*=/i);
    expect(clean).not.toMatch(/<a [^>]*href="(?!https?:|mailto:|tel:)/i);
  });

  it('makes links safe to follow', () => {
    expect(cleanHtml('<a href="https://a.example" target="_self">x</a>')).toContain(
      'rel="noopener noreferrer nofollow"',
    );
  });

  it('is clean after cleaning, whatever it was', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<',
        '>',
        '<script>',
        '</p>',
        '<p ',
        'onerror=',
        '"',
        "'",
        '&lt;',
        '<!--',
        '-->',
        '<svg>',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const once = cleanHtml(pieces.join(''));
        expect(once).not.toMatch(/<(script|svg|img|iframe|style)/i);
        expect(cleanHtml(once)).toBe(once);
      }),
    );
  });

  it('comes back from a sheet as it was', () => {
    const html = '<p>a <strong>b</strong></p>';
    const field = richText('正文', 'Text');
    expect(richTextKind.parse(richTextKind.format(html, field, 'en'), field)).toBe(html);
  });

  it('is told in words without its marks', () => {
    expect(wordsOf('<h2>A &amp; B</h2><p>c&lt;d</p>')).toBe('A & B c<d');
  });
});
