import type { Text } from '#contract/text.ts';

/** A part of a drawing: a path in units of px around the middle, filled or as a line, or a letter. */
export interface Figure {
  readonly d?: string;
  readonly fill?: true;
  /** Closed shapes that cover what lies below them. */
  readonly cover?: true;
  readonly dashed?: true;
  readonly letter?: string;
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
}

/** Where wires meet a symbol; `out` says the way they leave. */
export interface Port {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly out: 'up' | 'down' | 'left' | 'right';
}

/**
 * What a symbol is to supply: `switch` conducts while it is closed, `through` always, `transformer` always but to another
 * voltage, `source` feeds, `load` and `end` take or only end.
 */
export type Role = 'switch' | 'through' | 'transformer' | 'source' | 'load' | 'end';

export const SYMBOL_GROUPS = {
  switch: { zh: '开关', en: 'Switches' },
  line: { zh: '母线与线路', en: 'Buses and lines' },
  transformer: { zh: '变压与测量', en: 'Transformers' },
  source: { zh: '电源', en: 'Sources' },
  load: { zh: '负荷', en: 'Loads' },
  measure: { zh: '仪表', en: 'Instruments' },
  water: { zh: '水气管路', en: 'Water and gas' },
  heat: { zh: '汽热冷', en: 'Steam, heat and cold' },
} as const satisfies Readonly<Record<string, Text>>;
export type SymbolGroup = keyof typeof SYMBOL_GROUPS;

/** A symbol as data. */
export interface SceneSymbol {
  readonly name: string;
  readonly title: Text;
  readonly group: SymbolGroup;
  readonly role: Role;
  /** px */
  readonly w: number;
  readonly h: number;
  readonly ports: readonly Port[];
  /** Ports through which alone it passes on, where it feeds one way; absent = through all. */
  readonly feeds?: readonly string[];
  readonly figures: readonly Figure[];
  /** Drawn in place of `figures` where the position is told. */
  readonly states?: Readonly<Record<'open' | 'closed' | 'unknown', readonly Figure[]>>;
}

export const line = (d: string): Figure => ({ d });
export const solid = (d: string): Figure => ({ d, fill: true });
export const cover = (d: string): Figure => ({ d, cover: true });
export const letter = (text: string, x = 0, y = 4, size = 11): Figure => ({ letter: text, x, y, size });
export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
export const box = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}Z`;

/** Ports at the top (`a`) and the bottom (`b`). */
export const through = (half = 20): readonly Port[] => [
  { id: 'a', x: 0, y: -half, out: 'up' },
  { id: 'b', x: 0, y: half, out: 'down' },
];
export const top = (half = 20): readonly Port[] => [{ id: 'a', x: 0, y: -half, out: 'up' }];
export const bottom = (half = 20): readonly Port[] => [{ id: 'b', x: 0, y: half, out: 'down' }];
/** Ports at the left (`a`) and the right (`b`). */
export const across = (half = 20): readonly Port[] => [
  { id: 'a', x: -half, y: 0, out: 'left' },
  { id: 'b', x: half, y: 0, out: 'right' },
];

type Rest = Partial<Pick<SceneSymbol, 'w' | 'h' | 'ports' | 'feeds' | 'states' | 'role'>>;

/** A maker of the symbols of a group: name, titles, figures, and what differs from 30 × 40 with two ports. */
export const maker =
  (group: SymbolGroup, role: Role, ports: readonly Port[] = through()) =>
  (name: string, zh: string, en: string, figures: readonly Figure[], rest: Rest = {}): SceneSymbol => ({
    name,
    title: { zh, en },
    group,
    role,
    w: 30,
    h: 40,
    ports,
    figures,
    ...rest,
  });
