import { useEffect, useState } from 'react';
import type { TourStep } from './steps.ts';

/** A page that takes longer is shown around without pointing at anything. */
const PATIENCE_MS = 5000;
const LOOK_MS = 150;

/** The first of the elements that is on the page and has a size. */
function firstOf(targets: readonly string[]): HTMLElement | null {
  for (const one of targets) {
    const found = document.querySelector<HTMLElement>(one);
    if (found && found.getClientRects().length > 0) return found;
  }
  return null;
}

/**
 * What a stop points at; undefined while its page comes up, null where it has no such thing. A page that draws itself anew
 * is followed: what was pointed at may be gone.
 * @param arrived the page of the stop is open
 */
export function useTarget(step: TourStep, arrived: boolean): HTMLElement | null | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly element: HTMLElement | null }>();
  useEffect(() => {
    const begun = Date.now();
    const look = (): void => {
      const element = arrived ? firstOf(step.targets) : null;
      const waiting = element === null && Date.now() - begun < PATIENCE_MS;
      // The better target may come after the one that stands in for it.
      if (!waiting)
        setFound((before) =>
          before?.key === step.key && before.element === element ? before : { key: step.key, element },
        );
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [step, arrived]);
  return found?.key === step.key ? found.element : undefined;
}
