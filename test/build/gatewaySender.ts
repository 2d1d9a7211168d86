import { startSender } from '#feature/watch/control/server/public.ts';
import type { Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';

/** What sends commands to outputs behind gateways, in a process that polls no channel. @param external gateways are at an external broker */
export const gatewaySender = (
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  external = false,
): ReturnType<typeof startSender> =>
  startSender({
    system: db,
    pool,
    log: silent,
    external,
    sealer: { seal: async (plain) => plain, open: async (sealed) => sealed },
    collector: {
      channels: () => [],
      onLine: () => undefined,
      figures: () => ({ channels: 0, waiting: 0, lost: 0, meters: new Map() }),
      stop: async () => {},
    },
  });
