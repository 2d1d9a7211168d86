import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { FileStore } from '#server/files.ts';
import type { OutboxConfig } from '#server/outboxConfig.ts';
import type { Channel } from '../contract.ts';
import { CHANNELS, deliverChannel, forgetOld } from './deliver.ts';
import type { Carriers } from './deliver.ts';
import { mailCarrier } from './mailCarrier.ts';
import { smsCarrier } from './smsCarrier.ts';

const LOOK_MS = 2000;

/** The ways out that the settings give. */
const carriersOf = (config: OutboxConfig, files: Pick<FileStore, 'pathOf'>): Carriers => ({
  mail: config.mail && mailCarrier(config.mail, files),
  sms: config.sms && smsCarrier(config.sms),
});

/** Sends what is filed, within seconds, each channel by itself. `stop` waits for the messages at work. */
export function startOutboxLoop(
  db: Db,
  config: OutboxConfig,
  files: FileStore,
  log: Log,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const carriers = carriersOf(config, files);
  let tidied = 0;
  const run = async (channel: Channel): Promise<void> => {
    while (!stopping.signal.aborted) {
      let sent = 0;
      try {
        if (Date.now() - tidied > DAY_MS) {
          tidied = Date.now();
          await forgetOld(db);
        }
        sent = await deliverChannel(db, channel, carriers[channel]);
      } catch (error) {
        log.warn(`The outbox: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (sent === 0) await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = Promise.all(CHANNELS.map(run));
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
