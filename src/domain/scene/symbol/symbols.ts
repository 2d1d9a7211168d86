import type { SceneSymbol } from './figure.ts';
import { HEATS, PIPES } from './fluid.ts';
import { INSTRUMENTS } from './measure.ts';
import { LOADS, SOURCES } from './source.ts';
import { LINES, SWITCHES } from './switch.ts';
import { TRANSFORMERS } from './transformer.ts';

/** Every symbol: our own drawings after the figures of GB/T 4728 (IEC 60617), and those of pipes. */
export const SYMBOLS: readonly SceneSymbol[] = [
  ...SWITCHES,
  ...LINES,
  ...TRANSFORMERS,
  ...SOURCES,
  ...LOADS,
  ...INSTRUMENTS,
  ...PIPES,
  ...HEATS,
];

const byName = new Map(SYMBOLS.map((one) => [one.name, one]));

export const symbolOf = (name: string): SceneSymbol | undefined => byName.get(name);
