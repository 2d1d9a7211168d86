import { useEffect, useState } from 'react';
import { ALARMS_ARE_TOLD, listenLive } from '#web/live/connection.ts';
import { refresher } from '#web/live/refresher.ts';
import { readAnew } from './calls.ts';

/** Lists are read anew at most once a second. */
const PAUSE_MS = 1000;
/** Without messages they are asked for this often; with them, in case one was lost. */
const POLL_MS = 5000;
const SAFETY_MS = 60_000;

/**
 * Has everything of alarms read anew when the feed of an enterprise tells of one.
 * @param shown the list stands: what listens is loaded after it @returns whether it tells, and how often to ask beside it, ms
 */
export function useFeed(
  consumerId: number,
  shown = true,
): { readonly told: boolean; readonly everyMs: number } {
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const read = refresher(readAnew, PAUSE_MS);
    return listenLive(consumerId, {
      status: (status) => {
        setLive(status === 'live');
        // What came between the reading of the page and the first message is read too.
        if (status === 'live') read();
      },
      alarm: read,
      gap: read,
    });
  }, [consumerId, shown]);
  const told = live && ALARMS_ARE_TOLD;
  return { told, everyMs: told ? SAFETY_MS : POLL_MS };
}
