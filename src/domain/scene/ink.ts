import type { Tone } from '#contract/scene/scene.ts';

export type InkName = Tone | `level${1 | 2 | 3 | 4}`;
/** How a part is coloured: a variable of the skin on the screen, a colour on paper. */
export type Ink = (name: InkName) => string;

const SCREEN: Readonly<Record<InkName, string>> = {
  text: 'var(--text)',
  quiet: 'var(--text3)',
  line: 'var(--text2)',
  accent: 'var(--primary)',
  normal: 'var(--status-normal)',
  warning: 'var(--status-warning)',
  alarm: 'var(--status-alarm)',
  offline: 'var(--status-offline)',
  ground: 'var(--container)',
  level1: 'var(--series-1)',
  level2: 'var(--series-2)',
  level3: 'var(--series-3)',
  level4: 'var(--series-4)',
};
/** Paper has no dark ground. */
const PAPER: Readonly<Record<InkName, string>> = {
  text: '#1B2026',
  quiet: '#626C77',
  line: '#4A535D',
  accent: '#1D5FA6',
  normal: '#2A7D3F',
  warning: '#A85600',
  alarm: '#C8232C',
  offline: '#5D6772',
  ground: '#FFFFFF',
  level1: '#1D5FA6',
  level2: '#A85600',
  level3: '#028688',
  level4: '#6240A1',
};

export const INK_NAMES = Object.keys(SCREEN) as InkName[];

export const screenInk: Ink = (name) => SCREEN[name];
export const paperInk: Ink = (name) => PAPER[name];
