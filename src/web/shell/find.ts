import { pinyin } from 'pinyin-pro';
import type { MenuNode } from './menu.ts';

/** A screen that can be found: its names from the top down, its code and address. */
export interface FoundScreen {
  readonly key: string;
  readonly name: string;
  readonly over: string;
  readonly url: string;
  /** Everything it can be found by, lower case. */
  readonly words: string;
}

/** `总览` → `zl zonglan`. */
export function soundOf(name: string): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
  return `${syllables.map((one) => one[0] ?? '').join('')} ${syllables.join('')}`.toLowerCase();
}

/** The screens of a menu, each with name, code, pinyin and pinyin initials. */
export function screensIn(menu: readonly MenuNode[], over = ''): FoundScreen[] {
  return menu.flatMap((node) => {
    const below = screensIn(node.children ?? [], over ? `${over} / ${node.funName}` : node.funName);
    if (!node.url || node.children?.length) return below;
    const words = `${node.funName} ${node.funCode} ${node.url} ${soundOf(node.funName)}`.toLowerCase();
    return [{ key: node.funCode, name: node.funName, over, url: node.url, words }, ...below];
  });
}

/** The screens that hold every word of a text; names that begin with it come first. */
export function findScreens(screens: readonly FoundScreen[], text: string): FoundScreen[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return screens
    .filter((screen) => words.every((word) => screen.words.includes(word)))
    .toSorted((a, b) => rank(a, words) - rank(b, words));
}

function rank(screen: FoundScreen, words: readonly string[]): number {
  const first = words[0] ?? '';
  if (screen.name.toLowerCase().startsWith(first)) return 0;
  return screen.words.split(' ').some((word) => word.startsWith(first)) ? 1 : 2;
}
