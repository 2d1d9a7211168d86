const RELOADED = 'meterhouse.reloadedAt';
const AGAIN_AFTER_MS = 10_000;

/**
 * After an update of the product a page left open asks for code that is no longer there: it is loaded anew, but not
 * again within ten seconds, so that a fault of the network ends in its sentence.
 */
export function reloadOnMissingCode(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  });
}
