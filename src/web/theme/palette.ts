import type { Period } from '#contract/period.ts';

/** Colours that mean something, the same in every skin; `[light, dark]`. */
type Pair = readonly [light: string, dark: string];

export type Status = 'normal' | 'warning' | 'alarm' | 'offline' | 'noData';

/** Status, used by nothing else; always drawn with its shape. */
export const STATUS: Readonly<Record<Status, Pair>> = {
  normal: ['#2A7D3F', '#5CC177'],
  warning: ['#A85600', '#F0A33C'],
  alarm: ['#C8232C', '#FF6B66'],
  offline: ['#5D6772', '#98A2AD'],
  noData: ['#7D8792', '#76808B'],
};

/** The colours of the tariff periods, by the numbers of the meter registers PP1 to PP5. */
export type TariffPeriod = Period;

export const TARIFF: Readonly<Record<TariffPeriod, Pair>> = {
  1: ['#881746', '#FFB0D0'],
  2: ['#6240A1', '#9D74E8'],
  3: ['#92ACC7', '#5F7894'],
  4: ['#028688', '#1FAE9C'],
  5: ['#071D1D', '#E2FFF0'],
};

/** Opacity of the period shading behind a chart. */
export const TARIFF_SHADE: Readonly<Record<TariffPeriod, readonly [light: number, dark: number]>> = {
  1: [0.13, 0.2],
  2: [0.08, 0.12],
  3: [0, 0],
  4: [0.06, 0.09],
  5: [0.06, 0.07],
};

/** Energy types in the specification's order: red, orange, yellow, green, cyan, blue, purple, black. */
export const ENERGY: readonly Pair[] = [
  ['#B3302F', '#D0554F'],
  ['#DB7A10', '#E08A2E'],
  ['#8A6E00', '#F2CF55'],
  ['#4E9C3C', '#8BC595'],
  ['#0B7C8A', '#399DA1'],
  ['#2456B4', '#4F7BD9'],
  ['#9B63CF', '#CB92FE'],
  ['#23282E', '#E3EDF3'],
];

/**
 * From the least to the most of a heat map, and the same below 0: each step differs in lightness, so that it is read
 * without colour too. On a dark ground the most is the brightest.
 */
export const HEAT: Readonly<
  Record<'above' | 'below', readonly [light: readonly string[], dark: readonly string[]]>
> = {
  above: [
    ['#F3F0BC', '#C3E0B2', '#7CC7BA', '#40A2BD', '#2472B0', '#234395', '#0B1B55'],
    ['#16305C', '#1A4F88', '#2570AE', '#4592CC', '#76B3E2', '#AFD3F3', '#EAF6FF'],
  ],
  below: [
    ['#F3F0BC', '#EFC98A', '#DF9A5B', '#C26A37', '#9A4320', '#6E2612', '#43100A'],
    ['#16305C', '#5E4650', '#8B5A45', '#B7713A', '#DC8D38', '#F3B24C', '#FFDD8A'],
  ],
};

/** Ten series; the last four are also dashed. A meter keeps its number for the whole page. */
export const SERIES: readonly Pair[] = [
  ['#1E4492', '#679AFE'],
  ['#A98E5C', '#966209'],
  ['#026C73', '#72F0E1'],
  ['#D069A7', '#B92E7A'],
  ['#383C4C', '#8E95AF'],
  ['#4A96E4', '#8DC2FD'],
  ['#7C4B2E', '#DFAE8A'],
  ['#755BD6', '#695BCA'],
  ['#7F7600', '#E5DD60'],
  ['#642902', '#C67F5A'],
];

/** Names a colour by its meaning; resolved for the skin and ground in use. Numbers count from 1. */
export type ColorRef =
  | 'primary'
  | 'text2'
  | 'text3'
  | { readonly tariff: TariffPeriod }
  | { readonly energy: number }
  | { readonly series: number }
  | { readonly status: Status };

/** The name of the CSS variable that holds a colour, without `var()`. */
export function colorVariable(color: ColorRef): string {
  if (typeof color === 'string') return `--${color}`;
  if ('tariff' in color) return `--tariff-${color.tariff}`;
  if ('energy' in color) return `--energy-${((color.energy - 1) % ENERGY.length) + 1}`;
  if ('series' in color) return color.series > SERIES.length ? '--text3' : `--series-${color.series}`;
  return `--status-${color.status}`;
}

/** A colour for CSS. */
export function cssColor(color: ColorRef): string {
  return `var(${colorVariable(color)})`;
}
