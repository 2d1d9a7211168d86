import { useRef, useState } from 'react';

/**
 * Whether an act is under way, and how to begin one: while one is, another is not begun, so that what a person sees is
 * what the next act starts from.
 */
export function useOneAtATime(): readonly [boolean, (act: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const going = useRef(false);
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      going.current = false;
      setBusy(false);
    }
  };
  return [busy, run];
}
