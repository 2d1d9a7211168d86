import { say } from '#web/text/useTexts.ts';
import { notifyError } from '#web/ui/notice.ts';
import { holdsInput } from './heldInput.ts';
import { isResting } from './resting.ts';

const STORED = 'meterhouse.returnAddress';
const LOGIN = '#/login';
const LOCK = '#/lock';
const PASSWORD = '#/SDNUserAdmin/SDNResetPwd';
const SECURITY = '#/SDNUserAdmin/SDNSecurity';

/**
 * Remembers where the person was and goes to the log-in page, to that of a locked screen, to a new password or a second
 * factor. Whoever is typing something when the session ends is told, and led away once they rest.
 */
export function leaveFor(page: typeof LOGIN | typeof LOCK | typeof PASSWORD | typeof SECURITY): void {
  const hash = location.hash;
  const at = hash.toLowerCase();
  if (at.startsWith(page.toLowerCase())) return;
  if (page === LOGIN && holdsInput() && !isResting()) return notifyError(say('api.signedOut'));
  if (hash.length > 2 && ![LOCK, LOGIN, PASSWORD, SECURITY].some((one) => at.startsWith(one.toLowerCase())))
    sessionStorage.setItem(STORED, hash);
  location.hash = page;
}

/** Remembers an address of this product (without `#`) to return to after log-in. */
export function storeReturnAddress(path: string): void {
  sessionStorage.setItem(STORED, `#${path}`);
}

/** Takes the address to return to after log-in, without `#`; null when there is none. */
export function takeReturnAddress(): string | null {
  const hash = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  // One slash: `//host` and `/\host` would be read as the address of another site.
  return hash && /^#\/(?![/\\])/.test(hash) ? hash.slice(1) : null;
}

/** Log-out forgets the address. */
export function forgetReturnAddress(): void {
  sessionStorage.removeItem(STORED);
}
