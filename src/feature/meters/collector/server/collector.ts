import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Text } from '#contract/text.ts';
import { REJECTIONS } from '#feature/meters/ingest/contract.ts';
import { type Ingest, takeTelemetry } from '#feature/meters/ingest/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { CollectState } from '../contract.ts';
import { type ChannelConfig, loadChannels } from './channelConfig.ts';
import { ChannelLoop, type ChannelTools } from './channelLoop.ts';
import { type Delivery, DeliveryBuffer } from './deliver.ts';
import { Gate } from './gate.ts';
import type { Line } from './line.ts';
import { ChannelLocks } from './lock.ts';
import { StateStore } from './stateStore.ts';

export interface CollectorOptions {
  readonly ingest: Ingest;
  readonly system: Db;
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Addresses of this machine that may be polled (setting COLLECTOR_ALLOW). */
  readonly allowed: ReadonlySet<string>;
  /** How often states are written for the pages, ms. */
  readonly writeEvery?: number;
}

/** Figures of the collector in this process. */
interface CollectorFigures {
  readonly channels: number;
  /** Readings that wait for the database; readings given up. */
  readonly waiting: number;
  readonly lost: number;
  readonly meters: ReadonlyMap<CollectState, number>;
}

export interface Collector {
  /** The channels that this process asks. */
  channels(): readonly number[];
  /**
   * Does something on the line of such a channel when its turn comes; undefined where this process does not ask it.
   * @param urgent before everything else that waits for the line
   */
  onLine<T>(channelId: number, job: (line: Line) => Promise<T>, urgent?: boolean): Promise<T> | undefined;
  figures(): CollectorFigures;
  stop(): Promise<void>;
}

/** Settings are looked at again at least this often, and at once when they were changed. */
const LOOK_MS = 15_000;
const WRITE_MS = 3000;
/** Channels that are polled at the same time. */
const AT_ONCE = 64;

/**
 * Polls meters: every channel whose lock this process gets, on the grid of its interval. While the database is away
 * it goes on with the settings it knows and keeps the readings.
 */
export function startCollector(options: CollectorOptions): Collector {
  const { ingest, system, pool, log, allowed } = options;
  const loops = new Map<number, ChannelLoop>();
  const states = new StateStore(system, options.writeEvery ?? WRITE_MS);
  const configs = new Map<number, ChannelConfig>();
  const buffer = new DeliveryBuffer(storeIn(ingest), log, (delivery, rejected) => {
    const channel = configs.get(delivery.channelId);
    const was = states.stateOf(delivery.channelId, delivery.collectorMeterId) === 'rejected';
    if (!channel || (!rejected && !was)) return;
    const state = rejected ? 'rejected' : 'ok';
    states.note(channel, delivery.collectorMeterId, { state, detail: rejected, at: delivery.ts, took: null });
  });
  const tools: ChannelTools = {
    states,
    gate: new Gate(AT_ONCE),
    allowed,
    log,
    deliver: (delivery) => buffer.add(delivery),
  };

  let look = new AbortController();
  const locks = new ChannelLocks(pool, () => look.abort());
  let stopping = false;

  /** Brings the loops to what the settings say. @throws the database's error */
  const settle = async (): Promise<void> => {
    // What changes between the look and the first call of it would wait for the next look.
    await locks.listen();
    const channels = (await loadChannels(system)).filter(
      ({ meters, controlled }) => meters.length > 0 || controlled,
    );
    const mine = await locks.take(channels.map(({ id }) => id));
    const wanted = new Map(channels.filter(({ id }) => mine.has(id)).map((channel) => [channel.id, channel]));
    for (const [id, loop] of loops) {
      const next = wanted.get(id);
      if (next && JSON.stringify(next) === JSON.stringify(loop.channel)) continue;
      loops.delete(id);
      await loop.stop();
    }
    configs.clear();
    for (const [id, channel] of wanted) {
      configs.set(id, channel);
      if (!loops.has(id) && !stopping) loops.set(id, new ChannelLoop(channel, tools));
    }
    states.keepOnly(mine);
  };

  const run = async (): Promise<void> => {
    let loaded = false;
    while (!stopping) {
      look = new AbortController();
      try {
        if (!loaded) await states.load();
        loaded = true;
        await settle();
      } catch (error) {
        if (!stopping) log.warn(`The collector could not look at its settings: ${String(error)}`);
      }
      if (stopping) break;
      await sleep(LOOK_MS, undefined, { signal: look.signal, ref: false }).catch(() => {});
      // Several changes come together, and a lost connection is not asked for again in a hurry.
      await sleep(200, undefined, { ref: false });
    }
  };
  const running = run();

  return {
    channels: () => [...loops.keys()],
    onLine: (channelId, job, urgent = false) => loops.get(channelId)?.onLine(job, urgent),
    figures: () => ({
      channels: loops.size,
      waiting: buffer.size,
      lost: buffer.lost,
      meters: states.counts(),
    }),
    async stop() {
      stopping = true;
      look.abort();
      await running;
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      await buffer.close();
      await states.close();
      locks.close();
    },
  };
}

/** The way in, as every other gateway takes it. What a gateway that was switched off has read is dropped. */
const storeIn =
  (ingest: Ingest) =>
  async (gatewayId: number, deliveries: readonly Delivery[]): Promise<ReadonlyMap<string, Text>> => {
    const refused = new Map<string, Text>();
    const gateway = await ingest.gateways.byId(gatewayId);
    if (!gateway) return refused;
    const devices: Record<string, { ts: number; values: Delivery['values'] }[]> = {};
    for (const { ammeterCode, ts, values } of deliveries) (devices[ammeterCode] ??= []).push({ ts, values });
    const taken = await takeTelemetry(ingest, gateway, devices, 'collector', Date.now(), {
      ownStamps: true,
    });
    for (const { device, key, reason } of taken?.rejected ?? []) {
      const { zh, en } = REJECTIONS[reason];
      if (!refused.has(device))
        refused.set(device, { zh: `${key ?? device}：${zh}`, en: `${key ?? device}: ${en}` });
    }
    return refused;
  };
