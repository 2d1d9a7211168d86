import { colorVariable, TARIFF_SHADE, type ColorRef, type TariffPeriod } from '#web/theme/palette.ts';
import { SKINS } from '#web/theme/skin.ts';
import { variablesOf } from '#web/theme/variables.ts';

/** A fill that ECharts repeats. */
interface Hatch {
  readonly image: HTMLCanvasElement;
  readonly repeat: 'repeat';
}

/** The colours of a skin for a canvas, where CSS variables do not reach. */
export interface Ink {
  /** A token of the skin: `text2`, `border`, `split`, `container`, `elevated` … */
  readonly token: (name: string) => string;
  readonly color: (ref: ColorRef) => string;
  /** A token or colour with an opacity. */
  readonly faint: (color: string, opacity: number) => string;
  readonly hatch: (color: string) => Hatch | string;
  readonly shade: (period: TariffPeriod) => number;
  readonly dark: boolean;
}

/** `#rrggbb` with an opacity. */
function withOpacity(color: string, opacity: number): string {
  const byte = Math.round(opacity * 255);
  return `${color}${byte.toString(16).padStart(2, '0')}`;
}

/** 45° lines of 1.4 px every 6 px: what is not finished yet. */
function hatchOf(color: string): Hatch | string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 6;
  const context = canvas.getContext('2d');
  if (!context) return withOpacity(color, 0.35);
  context.strokeStyle = color;
  context.lineWidth = 1.4;
  context.beginPath();
  for (const shift of [-6, 0, 6]) {
    context.moveTo(shift - 1, 7);
    context.lineTo(shift + 7, -1);
  }
  context.stroke();
  return { image: canvas, repeat: 'repeat' };
}

/** The ink of a skin on a ground. */
export function inkOf(skin: number, dark: boolean): Ink {
  const variables = variablesOf(SKINS[skin] ?? SKINS[0]!, dark);
  const token = (name: string): string => variables[`--${name}`] ?? '#000000';
  return {
    token,
    color: (ref) => variables[colorVariable(ref)] ?? token('text2'),
    faint: withOpacity,
    hatch: hatchOf,
    shade: (period) => TARIFF_SHADE[period][dark ? 1 : 0],
    dark,
  };
}
