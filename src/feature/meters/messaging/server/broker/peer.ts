import type { Client } from 'aedes';
import type { Share } from './inFlight.ts';
import type { AckQueue } from './ackQueue.ts';
import type { Guard } from './guard.ts';
import type { Place, PlaceLimits } from './places.ts';

/** Who is at the other end of a connection, once it has logged in. */
type Identity =
  | { readonly kind: 'gateway'; readonly gatewayId: number; readonly consumerId: number }
  | {
      readonly kind: 'browser';
      readonly employeeId: number;
      readonly topics: readonly string[];
      /** The meters that it is told of; null = all of its topics. */
      readonly meters: ReadonlySet<number> | null;
    };

/** A connection from its first byte to its last. */
export interface Peer {
  readonly guard: Guard;
  readonly address: string;
  readonly place: Place;
  /** mqtt, mqtts, ws, wss */
  readonly protocol: string;
  readonly share: Share;
  readonly acks: AckQueue;
  identity: Identity | undefined;
  tokenHash: string;
  /** As the client named itself. */
  clientId: string;
  subscriptions: number;
  expiry: NodeJS.Timeout | undefined;
  /** Of a gateway: what it listens to, as it knows the topics, once it has subscribed. */
  readonly listens: Set<string>;
  client: Client | undefined;
  /** When it was heard last, ms of the steady clock. */
  heardAt: number;
}

/** Bounds of the broker; tests make them small. */
export interface BrokerLimits extends PlaceLimits {
  readonly perToken: number;
  readonly subscriptions: number;
  /** Bytes of a packet. */
  readonly packet: number;
  readonly firstPacket: number;
  readonly connectMs: number;
  readonly slowPacketMs: number;
  readonly drainMs: number;
  /** How long a connection may say nothing after a command, beyond the patience of who sent it. */
  readonly quietMs: number;
  readonly inFlight: { readonly messages: number; readonly bytes: number; readonly total: number };
}

export const LIMITS: BrokerLimits = {
  connections: 10_000,
  waiting: 6000,
  strangers: 3000,
  perAddress: 5000,
  waitingPerAddress: 1000,
  perToken: 100,
  subscriptions: 1000,
  packet: 1024 * 1024,
  firstPacket: 16 * 1024,
  connectMs: 10_000,
  slowPacketMs: 30_000,
  drainMs: 20_000,
  quietMs: 8000,
  inFlight: { messages: 1000, bytes: 4 * 1024 * 1024, total: 64 * 1024 * 1024 },
};

/** What the broker has seen since its start. */
export interface BrokerFigures {
  readonly connections: { gateway: number; browser: number; waiting: number };
  /** Connections and messages that were refused, by reason. */
  readonly refused: Record<string, number>;
  /** Live messages that a slow browser did not get. */
  dropped: number;
  /** Messages told to browsers and gateways. */
  published: number;
}
