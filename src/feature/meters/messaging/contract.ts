import type { Page } from '#contract/envelope.ts';
import type { PointState } from '#feature/meters/signalStore/contract.ts';

/** The newest values of a meter, told after their commit. */
export interface LiveValues {
  readonly meterId: number;
  /** ms. */
  readonly ts: number;
  /** By data code. */
  readonly values: Readonly<Record<string, number>>;
}

/** Values that are older do not stand for the present, ms: five minutes. */
export const PRESENT_VALUE_MS = 300_000;

/** The newest that is known of a signal point, told after its commit. */
export type LiveState = Omit<PointState, 'consumerId'>;

/**
 * An alarm record that was written or changed; screens read it anew. A browser of a limited account is told of records of
 * its own meters, and of a record that names no meter only that something changed: `{}` (decision 163).
 */
export interface LiveAlarm {
  readonly recordId: number;
  /** Null = it names no meter. */
  readonly meterId: number | null;
  readonly alarmLevel: string;
  /** 1 = active, 0 = recovered. */
  readonly alarmStatus: '0' | '1';
}

/** Meters whose present buckets were folded again: figures on screens are to be read anew. */
export interface Folded {
  readonly meterIds: readonly number[];
  /** ms. */
  readonly at: number;
}

/** What a browser must know to connect (specification 3 section 3, messaging service settings). */
export interface MessagingConfig {
  readonly host: string;
  /** WebSocket port where the page is not on https. */
  readonly port: number;
  /** The first level of the topics of live values. */
  readonly topic: string;
  readonly instanceId: string;
  readonly accessKey: string;
  /** Whether the WebSocket port speaks TLS. */
  readonly tls: boolean;
}

/** A browser's token; shown once, kept as a hash. */
export interface BrowserToken {
  readonly token: string;
  readonly accessKey: string;
  readonly instanceId: string;
  readonly topics: readonly string[];
  /** Meters and signal points that a limited account sees and is not told of: a token holds 1000 topics. */
  readonly leftOut: number;
  /** ms. */
  readonly expiresAt: number;
}

/**
 * Of a command to a gateway: it waits to be sent, was sent, was not sent in time (the gateway was not reached), was
 * answered, was not answered in time (an answer that comes later still counts).
 */
export type CommandState = 'waiting' | 'sent' | 'notSent' | 'answered' | 'notAnswered';

/** What became of a command to a gateway. */
export interface GatewayCommand {
  readonly requestId: number;
  readonly gatewayId: number;
  /** Null = the gateway itself. */
  readonly deviceName: string | null;
  readonly method: string;
  readonly state: CommandState;
  readonly askedAt: Date;
  readonly sentAt: Date | null;
  readonly answeredAt: Date | null;
  /** As the gateway gave it; null = nothing yet. */
  readonly answer: unknown;
}

/** An attribute of a gateway or of a device behind it. */
export interface GatewayAttribute {
  /** Null = the gateway itself. */
  readonly deviceName: string | null;
  readonly attributeName: string;
  /** JSON. */
  readonly value: string;
  /** ms; when it was told or set last. */
  readonly updatedAt: number;
  /** Who set it; null = the device told it. */
  readonly updatedBy: string | null;
}

export interface GatewayAttributes extends Page<GatewayAttribute> {
  /** Names of devices behind the gateway that are known. */
  readonly devices: readonly string[];
}

/** User name of browsers at the broker; their password is the token. */
export const ACCESS_KEY = 'meterhouse-browser';

/** Where the broker takes WebSockets, on its own port and on that of the pages. */
export const WS_PATH = '/mqtt';

/** First levels of topics that browsers read; the second is the enterprise. */
export const TOPICS = {
  live: 'live',
  folded: 'folded',
  data: 'data',
  signal: 'signal',
  alarm: 'alarm',
} as const;

export const liveTopic = (consumerId: number, meterId: number): string =>
  `${TOPICS.live}/${consumerId}/${meterId}`;
export const foldedTopic = (consumerId: number): string => `${TOPICS.folded}/${consumerId}`;
export const signalTopic = (consumerId: number, pointId: number): string =>
  `${TOPICS.signal}/${consumerId}/${pointId}`;
/** Alarms of a site; 0 = of no site. */
export const alarmTopic = (consumerId: number, siteId: number | null): string =>
  `${TOPICS.alarm}/${consumerId}/${siteId ?? 0}`;
