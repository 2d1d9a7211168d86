// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_LAYOUT, readLayout, setLayoutFlag, withFlag, type Layout } from './layout.ts';

const loose: Layout = { ...DEFAULT_LAYOUT, fixedHeader: false, fixedNavigation: false };

test('fixed navigation forces the header', () => {
  expect(withFlag(loose, 'fixedNavigation', true)).toMatchObject({
    fixedHeader: true,
    fixedNavigation: true,
  });
});

test('a fixed ribbon forces header and navigation', () => {
  expect(withFlag(loose, 'fixedRibbon', true)).toMatchObject({ fixedHeader: true, fixedNavigation: true });
});

test('no order of switching breaks the interlocks', () => {
  const flag = fc.constantFrom(...(Object.keys(DEFAULT_LAYOUT) as (keyof Layout)[]));
  fc.assert(
    fc.property(fc.array(fc.tuple(flag, fc.boolean())), (steps) => {
      const layout = steps.reduce((before, [name, on]) => withFlag(before, name, on), DEFAULT_LAYOUT);
      if (layout.fixedNavigation) expect(layout.fixedHeader).toBe(true);
      if (layout.fixedRibbon) expect(layout.fixedHeader && layout.fixedNavigation).toBe(true);
      expect(readLayout(layout)).toEqual(layout);
    }),
  );
});

test('a flag that is set is kept on this device', () => {
  const kept = (): Layout =>
    readLayout(JSON.parse(localStorage.getItem('meterhouse.layout') ?? '{}') as object);
  for (const on of [true, false]) {
    setLayoutFlag('fixedFooter', on);
    expect(kept()).toEqual({ ...DEFAULT_LAYOUT, fixedFooter: on });
  }
});
