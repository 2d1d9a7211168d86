import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { FileStore } from '#server/files.ts';
import type { OutboxConfig } from '#server/outboxConfig.ts';
import { deliverDue, forgetOld } from './deliver.ts';
import type { Carriers } from './deliver.ts';
import { mailCarrier } from './mailCarrier.ts';
import { smsCarrier } from './smsCarrier.ts';

const LOOK_MS = 2000;

/** The ways out that the settings give. */
const carriersOf = (config: OutboxConfig, files: Pick<FileStore, 'pathOf'>): Carriers => ({
  mail: config.mail && mailCarrier(config.mail, files),
  sms: config.sms && smsCarrier(config.sms),
});

/** Sends what is filed, within seconds. `stop` waits for the message at work. */
export function startOutboxLoop(
  db: Db,
  config: OutboxConfig,
  files: FileStore,
  log: Log,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const carriers = carriersOf(config, files);
  const run = async (): Promise<void> => {
    let tidied = 0;
    while (!stopping.signal.aborted) {
      let sent = 0;
      try {
        if (Date.now() - tidied > DAY_MS) {
          await forgetOld(db);
          tidied = Date.now();
        }
        sent = await deliverDue(db, carriers);
      } catch (error) {
        log.warn(`The outbox: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (sent === 0) await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
