import { useMemo } from 'react';
import type { InkName } from '#domain/scene/ink.ts';
import { useAppearance } from '#web/theme/appearance.ts';
import { PLAIN, readInks } from '../scene/inks.ts';

/** Colours by their parts, of the skin as it is now. */
export function useInks(): (name: InkName) => string {
  const { skin, dark } = useAppearance();
  return useMemo(() => {
    // Another skin, other colours.
    void [skin, dark];
    const inks = readInks();
    return (name) => inks.get(name) ?? PLAIN;
  }, [skin, dark]);
}
