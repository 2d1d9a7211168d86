import { INK_NAMES, type InkName, screenInk } from '#domain/scene/ink.ts';

/** Where the skin says nothing. */
export const PLAIN = '#808080';

/** The colours of the skin as they are now, `#rrggbb`: neither WebGL nor a canvas knows variables of CSS. */
export function readInks(): ReadonlyMap<InkName, string> {
  const style = getComputedStyle(document.documentElement);
  const pen = document.createElement('canvas').getContext('2d');
  return new Map(
    INK_NAMES.map((name) => {
      if (!pen) return [name, PLAIN];
      const variable = /--[\w-]+/.exec(screenInk(name))?.[0] ?? '';
      pen.fillStyle = PLAIN;
      pen.fillStyle = style.getPropertyValue(variable).trim();
      return [name, typeof pen.fillStyle === 'string' ? pen.fillStyle : PLAIN];
    }),
  );
}
