// When the way in was last opened: by a log-in, an unlock, a new password, a second factor.
let openedAt = 0;

/** The way in is open from now on. */
export function openGate(): void {
  openedAt = performance.now();
}

/** A call that was sent before the way was opened knows nothing of it: its refusal leads nobody away again. */
export const isBeforeGate = (sentAt: number): boolean => sentAt < openedAt;
