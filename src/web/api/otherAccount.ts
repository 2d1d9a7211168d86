import { say } from '#web/text/useTexts.ts';
import { notify, notifyError } from '#web/ui/notice.ts';
import { holdsInput } from './heldInput.ts';
import { isResting } from './resting.ts';

const NOTED = 'meterhouse.otherAccount';
const READ_MS = 10_000;

/**
 * Another account has signed in in this browser: name, menu and rights of the page are not those of its calls. It begins anew;
 * whoever is typing something is told, and it begins anew once they rest.
 */
export function beginAnew(): void {
  if (holdsInput() && !isResting()) return notifyError(say('api.otherAccountNow'));
  sessionStorage.setItem(NOTED, '1');
  location.reload();
}

/** Says, once, why the page began anew. */
export function sayWhyAnew(): void {
  if (sessionStorage.getItem(NOTED) === null) return;
  sessionStorage.removeItem(NOTED);
  notify('warning', say('api.otherAccount'), READ_MS);
}
