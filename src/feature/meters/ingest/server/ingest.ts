import { setImmediate as turn } from 'node:timers/promises';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { type OwnClock, RIGHT_CLOCK } from '#server/ownClock.ts';
import { WrongTokens } from '#server/wrongTokens.ts';
import { closedRows, type Stored } from '#feature/meters/reading/server/public.ts';
import { countValues, type ReadingBatch } from '#domain/reading/batch.ts';
import type { PointState } from '#feature/meters/signalStore/contract.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import type { Door, Taken } from '../contract.ts';
import { decoding } from '../domain/decode.ts';
import type { Held } from '../domain/held.ts';
import { contradicting, type Newest, noteNewest } from './contradicting.ts';
import { storeEvents } from './deviceEvent.ts';
import { type Gateway, Gateways } from './gateway.ts';
import { GroupStore } from './groupStore.ts';
import { HELD_LIMITS, type HeldLimits, HeldStore } from './hold.ts';
import { forgetOldMessages, Recorder } from './recorder.ts';
import { storeSound } from './storeSound.ts';
import { issuedHashes } from './token.ts';
import { withoutWrong } from './withoutWrong.ts';

/** Hears of readings that were stored. */
type LiveSink = (gateway: Gateway, batch: ReadingBatch) => void;

/** What is asked of the clock of this machine. */
type Clock = Pick<OwnClock, 'look' | 'confirm'>;

/** Figures of this process since its start, by door. */
interface IngestFigures {
  messages: number;
  values: number;
  rejected: number;
}

/** The one way in of a process: every door stores through it. It holds nothing open before it is used. */
export interface Ingest {
  readonly gateways: Gateways;
  readonly wrongTokens: WrongTokens;
  readonly store: GroupStore;
  readonly held: HeldStore;
  readonly recorder: Recorder;
  readonly figures: Readonly<Record<Door, IngestFigures>>;
  /** What is known of each meter. */
  readonly newest: Newest;
  readonly system: Db;
  /** Bytes of deliveries in hand, of doors whose senders wait for the answer. */
  readonly inHand: { bytes: number };
  readonly clock: Clock;
  /** Reported after each commit. */
  live: LiveSink;
  /** Reported after each commit: states of signal points that changed or were heard again. */
  liveStates: (news: readonly PointState[]) => void;
  /** Waits for what is being stored and writes the records. */
  close(): Promise<void>;
}

const FORGET_MS = HOUR_MS;

/** Opens the way in. `system` sees every row. */
export function openIngest({
  system,
  log,
  heldLimits = HELD_LIMITS,
  clock = RIGHT_CLOCK,
}: {
  readonly system: Db;
  readonly log: Log;
  readonly heldLimits?: HeldLimits;
  /** Whether the clock of this machine can be right; default it is. */
  readonly clock?: Clock;
}): Ingest {
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
    wrongTokens: new WrongTokens(() => issuedHashes(system)),
    store,
    held: new HeldStore(system, heldLimits),
    recorder,
    newest: new Map(),
    system,
    inHand: { bytes: 0 },
    clock,
    figures: { mqtt: none(), http: none(), collector: none(), ocpp: none() },
    live: () => {},
    liveStates: () => {},
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
  /** The stamps are those of our own clock. */
  readonly ownStamps?: boolean;
}

/**
 * Takes what a gateway sent: maps its names and keys, stores, holds what means nothing yet or cannot be right, counts,
 * records and tells the live sink. Resolves when it has committed; undefined when `devices` is no gateway body
 * {"<device>": [{ts, values}]}.
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
  const names = typeof devices === 'object' && devices !== null ? Object.keys(devices) : [];
  const known = await ingest.gateways.knowing(gateway, names);
  const doubted = ingest.clock.look() === null ? 'none' : envelope.ownStamps ? 'all' : 'unstamped';
  const decoded = await inTurns(decoding(devices, known, now, doubted));
  if (!decoded) return undefined;
  const wrong = await contradicting(ingest.system, decoded.batch, ingest.newest, () => now);
  const sound = wrong.size > 0 ? withoutWrong(known, decoded, wrong) : decoded;
  const closed = await closedRows(ingest.system, sound.batch, now);
  const open = closed.size > 0 ? withoutWrong(known, sound, closed, 'closed') : sound;
  if (doubted === 'unstamped' && open.newest !== null) ingest.clock.confirm(open.newest);
  const { assessed, readings } = await storeSound(ingest, known, open, now, (rows) =>
    envelope.exact ? ingest.store.storeAlone(rows) : ingest.store.store(`gateway ${gateway.id}`, rows),
  );
  const { batch, held, rejected, rejectedCount, reasons, newest } = assessed;
  const states = await storeStates(ingest.system, decoded.states);
  const events = await storeEvents(ingest.system, gateway.id, decoded.events);
  const stored = together(together(readings, states), events);
  noteNewest(ingest.newest, batch);
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
    taken: countValues(batch) + decoded.states.length + decoded.events.length,
    ...stored,
    reasons,
    drift: newest === null ? null : newest - now,
  });
  if (batch.n > 0) ingest.live(known, batch);
  if (states.news.length > 0) ingest.liveStates(states.news);
  return { ...stored, ...heldCounts(held), rejected, rejectedCount };
}

/** Does what is done step by step, and lets others have their turn between two steps. */
async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await turn();
  }
}

/** What became of readings and of states, added up. */
export const together = (a: Stored, b: Stored): Stored => ({
  accepted: a.accepted + b.accepted,
  duplicate: a.duplicate + b.duplicate,
  conflict: a.conflict + b.conflict,
});

function heldCounts(held: readonly Held[]): Pick<Taken, 'waiting' | 'quarantined'> {
  let [waiting, quarantined] = [0, 0];
  for (const { meter, n } of held) {
    if (meter === null) waiting += n;
    else quarantined += n;
  }
  return { waiting, quarantined };
}
