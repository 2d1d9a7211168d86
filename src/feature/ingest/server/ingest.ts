import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { countValues, type ReadingBatch } from '#feature/reading/server/public.ts';
import type { Door, Taken } from '../contract.ts';
import { decodeTelemetry } from '../domain/decode.ts';
import { type Gateway, Gateways } from './gateway.ts';
import { GroupStore } from './groupStore.ts';
import { forgetOldMessages, Recorder } from './recorder.ts';

/** Hears of readings that were stored. */
export type LiveSink = (gateway: Gateway, batch: ReadingBatch) => void;

/** Figures of this process since its start, by door. */
export interface IngestFigures {
  messages: number;
  values: number;
  rejected: number;
}

/** The one way in of a process: every door stores through it. It holds nothing open before it is used. */
export interface Ingest {
  readonly gateways: Gateways;
  readonly store: GroupStore;
  readonly recorder: Recorder;
  readonly figures: Readonly<Record<Door, IngestFigures>>;
  /** Told after each commit. */
  live: LiveSink;
  /** Waits for what is being stored and writes the records. */
  close(): Promise<void>;
}

const FORGET_MS = 3_600_000;

/** Opens the way in. `system` sees every row. */
export function openIngest({ system, log }: { readonly system: Db; readonly log: Log }): Ingest {
  const store = new GroupStore(system);
  const recorder = new Recorder(system, log);
  const forget = setInterval(() => {
    forgetOldMessages(system).catch((error: unknown) =>
      log.warn(`Old messages were not removed: ${String(error)}`),
    );
  }, FORGET_MS);
  forget.unref();
  const none = (): IngestFigures => ({ messages: 0, values: 0, rejected: 0 });
  return {
    gateways: new Gateways(system),
    store,
    recorder,
    figures: { mqtt: none(), http: none(), collector: none() },
    live: () => {},
    async close() {
      clearInterval(forget);
      await store.idle();
      await recorder.flush();
    },
  };
}

/** What is known of a message beside its devices, for the records. */
export interface Envelope {
  readonly topic?: string;
  readonly bytes?: number;
  /** The payload as it came; default the devices as JSON. */
  readonly payload?: () => string;
  /** The sender is told its own figures: a transaction of its own, rather than with the gateway's other messages. */
  readonly exact?: boolean;
}

/**
 * Takes what a gateway sent: maps its names and keys, stores, counts, records and tells the live sink. Resolves when it
 * has committed; undefined when `devices` is no gateway body {"<device>": [{ts, values}]}.
 * @param now ms; stamps entries that have none.
 * @throws the database's error; then nothing of it is kept and the sender must deliver again.
 */
export async function takeTelemetry(
  ingest: Ingest,
  gateway: Gateway,
  devices: unknown,
  door: Door,
  now: number,
  envelope: Envelope = {},
): Promise<Taken | undefined> {
  const decoded = decodeTelemetry(devices, (name) => gateway.devices.get(name), now);
  if (!decoded) return undefined;
  const { batch, ahead, rejected, rejectedCount, reasons, newest } = decoded;
  if (ahead) await ingest.store.keepAhead(ahead);
  const stored = envelope.exact
    ? await ingest.store.storeAlone(batch)
    : await ingest.store.store(`gateway ${gateway.id}`, batch);
  const figures = ingest.figures[door];
  figures.messages++;
  figures.values += stored.accepted + stored.duplicate + stored.conflict;
  figures.rejected += rejectedCount;
  const payload = envelope.payload ?? (() => JSON.stringify(devices));
  ingest.recorder.message({
    gatewayId: gateway.id,
    consumerId: gateway.consumerId,
    door,
    topic: envelope.topic ?? null,
    bytes: envelope.bytes ?? Buffer.byteLength(payload()),
    payload,
    at: now,
    readings: batch.n,
    taken: countValues(batch),
    ...stored,
    reasons,
    drift: newest === null ? null : newest - now,
  });
  if (batch.n > 0) ingest.live(gateway, batch);
  return { ...stored, rejected, rejectedCount };
}
