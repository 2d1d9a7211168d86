import { useMemo } from 'react';
import { INK_NAMES, type InkName, screenInk } from '#domain/scene/ink.ts';
import { useAppearance } from '#web/theme/appearance.ts';

/** Where the skin says nothing. */
const PLAIN = '#808080';

/** The colours of the skin as they are now, `#rrggbb`. */
function readInks(): ReadonlyMap<InkName, string> {
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

/** Colours by their parts: WebGL knows no variables of CSS. */
export function useInks(): (name: InkName) => string {
  const { skin, dark } = useAppearance();
  return useMemo(() => {
    // Another skin, other colours.
    void [skin, dark];
    const inks = readInks();
    return (name) => inks.get(name) ?? PLAIN;
  }, [skin, dark]);
}
