import { expect, test } from 'vitest';
import { setAppearance, startAppearance } from './appearance.ts';
import { SKINS } from './skin.ts';

test('the first skin of seven is worn until another is chosen, which is kept', () => {
  localStorage.clear();
  startAppearance();
  expect(document.documentElement.dataset['skin']).toBe('smart-style-0');
  expect(SKINS.map((_, i) => i)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  for (const [skin] of SKINS.entries()) {
    setAppearance({ skin, ground: 'light' });
    expect(document.documentElement.dataset['skin']).toBe(`smart-style-${skin}`);
  }
  expect(JSON.parse(localStorage.getItem('meterhouse.appearance') ?? '')).toMatchObject({ skin: 6 });
});
