import { afterEach, expect, test, vi } from 'vitest';
import { setAppearance, startAppearance } from './appearance.ts';
import { SKINS } from './skin.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

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

test('until somebody chooses, the ground is that of the system, and follows it', async () => {
  localStorage.clear();
  const changed: (() => void)[] = [];
  const dark = {
    matches: true,
    addEventListener: (_: string, listener: () => void) => changed.push(listener),
    removeEventListener: () => {},
  };
  vi.stubGlobal('matchMedia', () => dark);
  vi.resetModules();
  const own = await import('./appearance.ts');
  own.startAppearance();
  expect(document.documentElement.dataset['ground']).toBe('dark');
  dark.matches = false;
  for (const tell of changed) tell();
  expect(document.documentElement.dataset['ground']).toBe('light');
  dark.matches = true;
  own.setAppearance({ skin: 0, ground: 'light' });
  for (const tell of changed) tell();
  expect(document.documentElement.dataset['ground']).toBe('light');
});
