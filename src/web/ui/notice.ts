import { useSyncExternalStore } from 'react';

/** The four kinds of notice (specification 1 section 8). */
export type NoticeKind = 'success' | 'error' | 'info' | 'warning';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly message: string;
}

/** How long a notice stays, and how long the same error is not repeated (specification 1 section 9). */
const NOTICE_MS = 1000;
const REPEAT_MS = 1000;
/** A sentence stays long enough to be read: per character beyond what one second takes. */
const READING_MS = 45;
const READ_IN_A_SECOND = 16;

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const shownAt = new Map<string, number>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a notice; `ms` overrides how long it stays (3000 in the archive). */
export function notify(kind: NoticeKind, message: string, ms?: number): void {
  lastId += 1;
  const notice = { id: lastId, kind, message };
  set([...notices.slice(-4), notice]);
  releaseNotice(notice.id, ms ?? NOTICE_MS + Math.max(0, message.length - READ_IN_A_SECOND) * READING_MS);
}

/** Shows an error; an identical message is not repeated within one second. */
export function notifyError(message: string): void {
  const now = Date.now();
  const last = shownAt.get(message);
  if (last !== undefined && now - last < REPEAT_MS) return;
  shownAt.clear();
  shownAt.set(message, now);
  notify('error', message);
}

/** Closes a notice. */
export function closeNotice(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  set(notices.filter((notice) => notice.id !== id));
}

/** Keeps a notice open while the pointer or the focus is on it. */
export function holdNotice(id: number): void {
  clearTimeout(timers.get(id));
}

/** Lets a notice close after `ms`. */
export function releaseNotice(id: number, ms = NOTICE_MS): void {
  timers.set(
    id,
    setTimeout(() => closeNotice(id), ms),
  );
}

/** The notices shown. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notices,
  );
}
