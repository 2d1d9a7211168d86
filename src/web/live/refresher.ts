const PAUSE_MS = 300;

/**
 * Runs `read` as soon as something changed, one at a time, with a short pause between; what changes meanwhile is read
 * once more. Nothing is lost and nothing piles up.
 */
export function refresher(read: () => Promise<unknown>, pauseMs = PAUSE_MS): () => void {
  let busy = false;
  let again = false;
  const run = async (): Promise<void> => {
    busy = true;
    do {
      again = false;
      await read().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    } while (again);
    busy = false;
  };
  return () => {
    again = true;
    if (!busy) void run();
  };
}
