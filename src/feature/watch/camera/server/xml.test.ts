import { describe, expect, it } from 'vitest';
import { allOf, find, readXml, textAt } from './xml.ts';

describe('the XML of a camera', () => {
  it('is read with its attributes, words and parts that are no markup', () => {
    const told = readXml(
      `<?xml version="1.0"?><!DOCTYPE x><s:Envelope xmlns:s='a>b'><!-- <no/> --><tt:Name  one = "1 &lt; 2" two='"'>a &amp; b` +
        `<![CDATA[<c>]]></tt:Name ><tt:Empty/><tt:Empty token="t" /></s:Envelope>\n`,
    );
    expect(textAt(told, 'Envelope', 'Name')).toBe('a & b<c>');
    expect(find(told, 'Name')?.attributes).toEqual({ one: '1 < 2', two: '"' });
    expect(allOf(told, 'Empty').map(({ attributes }) => attributes)).toEqual([{}, { token: 't' }]);
  });

  it.each(['<a>', '<a></b>', '</a>', '<a b="></a>', '<>', '< a/>', '<!-- x', '<![CDATA[x', '<a'])(
    'is none: %s',
    (text) => {
      expect(() => readXml(text)).toThrow('not XML');
    },
  );

  it.each([
    ['comments without end', '<!--x>'.repeat(340_000)],
    ['words without end', '<![CDATA[x>'.repeat(190_000)],
    ['one endless name', `<${'a'.repeat(2_000_000)}`],
    ['one endless attribute', `<a ${'a'.repeat(2_000_000)}/>`],
    ['tags of letters that are no attributes', `<a ${'a'.repeat(16_000)}>`.repeat(120)],
    ['tags of spaces', `<a${' '.repeat(16_000)}>`.repeat(120)],
    ['quotes without end', `<a ${'"'.repeat(2_000_001)}`],
    ['many elements', '<a>'.repeat(600_000)],
  ])('of %s ends at once', (_name, text) => {
    const begun = performance.now();
    expect(() => readXml(text)).toThrow(Error);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
