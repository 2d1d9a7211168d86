import { ENERGY, SERIES, STATUS, TARIFF } from './palette.ts';
import { SKINS, type Skin } from './skin.ts';

/**
 * The CSS variables of a skin on a ground: its tokens under their own names (`--container`), sizes
 * (`--radius`, `--font`, `--control-height`, `--line-height`) and the palettes (`--status-alarm`, `--tariff-1`).
 */
export function variablesOf(skin: Skin, dark: boolean): Record<string, string> {
  const ground = dark ? 1 : 0;
  const { radius, font, control, line } = skin.size;
  const variables: Record<string, string> = {
    '--radius': `${radius}px`,
    '--radius-small': `${Math.max(2, radius - 1)}px`,
    '--radius-dialog': `${radius + 2}px`,
    '--font': `${font}px`,
    '--control-height': `${control}px`,
    '--line-height': `${line}px`,
  };
  for (const [name, value] of Object.entries(dark ? skin.dark : skin.light)) variables[`--${name}`] = value;
  for (const [name, pair] of Object.entries(STATUS)) variables[`--status-${name}`] = pair[ground];
  for (const [name, pair] of Object.entries(TARIFF)) variables[`--tariff-${name}`] = pair[ground];
  ENERGY.forEach((pair, i) => (variables[`--energy-${i + 1}`] = pair[ground]));
  SERIES.forEach((pair, i) => (variables[`--series-${i + 1}`] = pair[ground]));
  return variables;
}

/** Puts a skin on the document. */
export function applySkin(index: number, dark: boolean): void {
  const root = document.documentElement;
  const skin = SKINS[index] ?? SKINS[0];
  if (!skin) return;
  for (const [name, value] of Object.entries(variablesOf(skin, dark))) root.style.setProperty(name, value);
  root.style.colorScheme = dark ? 'dark' : 'light';
  root.dataset['skin'] = `smart-style-${index}`;
  root.dataset['ground'] = dark ? 'dark' : 'light';
}
