const REST_MS = 60_000;
let touchedAt = performance.now();

/** Notes whenever a person touches the page. */
export function watchTouches(): void {
  const note = (): void => void (touchedAt = performance.now());
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    addEventListener(kind, note, { capture: true, passive: true });
}

/** Whether nobody has touched the page for a minute: what it asks for then does not keep the session alive. */
export const isResting = (): boolean => performance.now() - touchedAt > REST_MS;
