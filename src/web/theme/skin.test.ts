// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ENERGY, SERIES, STATUS, TARIFF } from './palette.ts';
import { SKINS, type Tokens } from './skin.ts';
import { variablesOf } from './variables.ts';

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours by WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT_PAIRS: readonly [keyof Tokens, keyof Tokens][] = [
  ['text', 'container'],
  ['text2', 'container'],
  ['text2', 'layout'],
  ['text3', 'container'],
  ['text3', 'layout'],
  ['text3', 'fill'],
  ['text3', 'primaryBg'],
  ['primary', 'container'],
  ['onPrimary', 'primary'],
  ['siderText', 'sider'],
  ['siderMute', 'sider'],
  ['siderSelText', 'siderSel'],
  ['headerText', 'header'],
];

const grounds = SKINS.flatMap((skin) => [
  { name: `${skin.name.en} light`, skin, tokens: skin.light, ground: 0 as const },
  { name: `${skin.name.en} dark`, skin, tokens: skin.dark, ground: 1 as const },
]);

test('there are seven skins', () => {
  expect(SKINS).toHaveLength(7);
});

test.each(grounds)('$name: text is readable, fields can be seen', ({ tokens }) => {
  for (const [text, ground] of TEXT_PAIRS) {
    expect(contrast(tokens[text], tokens[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(tokens.control, tokens.container)).toBeGreaterThanOrEqual(3);
});

test.each(grounds)('$name: meanings stand off the ground', ({ tokens, ground }) => {
  const marks = [...ENERGY, ...SERIES, ...Object.values(STATUS)];
  for (const pair of marks)
    expect(contrast(pair[ground], tokens.container), pair[ground]).toBeGreaterThan(2.9);
  for (const status of ['normal', 'warning', 'alarm', 'offline'] as const) {
    for (const under of [tokens.container, tokens.fill])
      expect(contrast(STATUS[status][ground], under), `${status} on ${under}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(grounds)('$name: every token and palette is a CSS variable', ({ skin, tokens, ground }) => {
  const variables = variablesOf(skin, ground === 1);
  expect(variables['--container']).toBe(tokens.container);
  expect(variables['--tariff-1']).toBe(TARIFF[1][ground]);
  expect(variables['--series-10']).toBe(SERIES[9]?.[ground]);
  expect(Object.values(variables)).not.toContain(undefined);
});
