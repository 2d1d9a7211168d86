import { get } from './api.ts';

const RELOADED = 'meterhouse.reloadedAt';
const AGAIN_AFTER_MS = 10_000;

/**
 * After an update of the product a page left open asks for code that is no longer there: it is loaded anew, but not
 * again within ten seconds, so that a fault of the network ends in its sentence.
 */
export function reloadOnMissingCode(reload = () => location.reload()): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    void ifThere(reload);
  });
}

/** A page that is loaded anew without a network is lost with all that was entered in it: only where the product answers. */
async function ifThere(reload: () => void): Promise<void> {
  const there = await get('sys/getSystemVersion', {}, { quiet: true }).catch(() => undefined);
  if (there !== undefined) reload();
}
