import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import type { Door, HeldReason, Rejection } from '#feature/meters/ingest/contract.ts';
import type { NamedMeter } from '#feature/meters/subject/contract.ts';

/** How a gateway or meter stands: nothing ever came; heard of; connection closed, not overdue yet; overdue. */
export const CONTACT_STATES = ['never', 'online', 'offline', 'silent'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** So many days of collection rates are told at once. */
export const MOST_RATE_DAYS = 62;

/** So many intervals without a word make something silent. */
export const SILENT_INTERVALS = 3;

/** Stamps that far from our clock are told; of those that fall behind by less than an interval more nobody is warned. */
export const CLOCK_OFF_MS = 300_000;

/** A gateway with what its connection and messages say. Instants in ms. */
export interface GatewayRow {
  readonly id: number;
  readonly gatewayName: string;
  /** As an English reader is told it. */
  readonly gatewayNameEn: string;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly siteName: string | null;
  readonly timeZone: string;
  /** In use or not. */
  readonly inUse: boolean;
  readonly contact: ContactState;
  readonly protocol: string | null;
  readonly address: string | null;
  readonly lastSeenAt: number | null;
  readonly connectedAt: number | null;
  readonly disconnectedAt: number | null;
  /** The interval that most of its meters have, s. */
  readonly intervalSeconds: number;
  /** Newest stamp minus the clock here; above 0 the gateway is ahead. */
  readonly driftMs: number | null;
  /** Its stamps are so far off that its figures suffer. */
  readonly clockOff: boolean;
  readonly messages: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly conflict: number;
  readonly rejected: number;
  /** Values of unknown names that wait, quarantined ones, and those that were dropped as too many. */
  readonly waiting: number;
  readonly quarantined: number;
  readonly dropped: number;
  /** Meters that it delivers for. */
  readonly meters: number;
  /** Names and keys that are not mapped. */
  readonly unmapped: number;
  /** Tokens that open its door. */
  readonly tokens: number;
}

export type GatewaySummary = Readonly<Record<ContactState, number>>;

/** Where a gateway sends to. */
export interface ConnectInfo {
  readonly mqttPort: number | null;
  /** MQTT over TLS, where a certificate is configured. */
  readonly tlsPort: number | null;
  readonly webSocketPort: number | null;
  /** An external broker, where one is configured. */
  readonly brokerUrl: string | null;
  /** A meter code of the enterprise, for the example. */
  readonly exampleDevice: string;
}

/** What was not taken, by what the gateway called it. */
export interface RejectionRow {
  readonly gatewayId: number;
  readonly deviceName: string;
  readonly dataKey: string;
  readonly reason: Rejection;
  readonly n: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly sample: string | null;
}

/** A key that a gateway sent and that means nothing yet. */
export interface ProposedKey {
  readonly dataKey: string;
  readonly reason: Rejection;
  readonly n: number;
  readonly lastAt: number;
  readonly sample: string | null;
  /** The data code that the key looks like; null = none. */
  readonly dataCode: string | null;
}

/** A device with names or keys that are not mapped yet. */
export interface UnmappedDevice {
  readonly deviceName: string;
  /** The meter that some of its keys are mapped to already, or whose code it bears. */
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  /** Values that wait, and the oldest instant among them. */
  readonly waiting: number;
  readonly waitingFrom: number | null;
  readonly keys: readonly ProposedKey[];
}

/** What a gateway sent and what does not count yet. */
export interface HeldReadingRow {
  readonly id: number;
  readonly gatewayId: number;
  readonly gatewayName: string;
  readonly deviceName: string;
  /** The meter that it is quarantined of; null = it waits for its name. */
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly commissioned: string | null;
  readonly reason: HeldReason;
  /** A person may let it count. */
  readonly countable: boolean;
  /** By key as it came, or by data code. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly ts: number;
  readonly receivedAt: number;
  readonly timeZone: string;
}

/** A page of them, with the values of each reason, and how many rows a person may let count. */
export interface HeldPage extends Page<HeldReadingRow> {
  readonly summary: Partial<Readonly<Record<HeldReason, number>>>;
  readonly countable: number;
}

/** What became of readings that a person decided over. */
export interface Decided {
  readonly rows: number;
  readonly values: number;
  /** Rows that the next call takes, and rows that cannot be decided so. */
  readonly left: number;
  readonly kept: number;
}

/** A meter with when it last spoke. */
export interface MeterRow {
  readonly id: number;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
  readonly dataType: string;
  readonly contact: ContactState;
  readonly intervalSeconds: number;
  readonly lastAt: number | null;
  readonly gatewayId: number | null;
  readonly gatewayName: string | null;
  /** The values of its newest reading by data code. */
  readonly values: Readonly<Record<string, number>>;
}

/** One day of one meter: instants expected, instants that came. */
export interface DayRate {
  readonly day: string;
  /** 0 = nothing is expected: before its first reading, in the future, or a step longer than a day. */
  readonly expected: number;
  readonly received: number;
}

/** The collection rate of one meter over the days of a period. */
export interface MeterRate {
  readonly id: number;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  readonly timeZone: string;
  readonly intervalSeconds: number;
  readonly expected: number;
  readonly received: number;
  readonly days: readonly DayRate[];
  /** Nothing ever came of it and no commissioning is stated: nothing is expected. */
  readonly neverHeard: boolean;
}

/** The rate of all meters of a period. */
export interface RateSummary {
  /** Without those that were never heard. */
  readonly meters: number;
  readonly neverHeard: readonly NamedMeter[];
  readonly expected: number;
  readonly received: number;
  /** Meters that missed something. */
  readonly incomplete: number;
  readonly days: readonly DayRate[];
}

/** An interval in which a meter's expected readings did not come. */
export interface RateGap {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  readonly timeZone: string;
  /** Last reading before, first after; the ends of the period where there is none. */
  readonly from: number;
  readonly to: number;
  /** Readings that are missing. */
  readonly missing: number;
}

/** A raw message without its payload. */
export interface MessageRow {
  readonly id: number;
  readonly gatewayId: number;
  readonly gatewayName: string;
  readonly receivedAt: number;
  readonly door: Door;
  readonly topic: string | null;
  readonly bytes: number;
  readonly readings: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly reason: string | null;
}

/** A message with its payload, cut at 16 kB. */
export interface MessageDetail extends MessageRow {
  readonly payload: string;
}

/** What a device of a gateway shall mean: a meter that is there or a new one, and what each key is. */
export const deviceMappingSchema = z.object({
  deviceName: z.string().trim().min(1).max(200),
  ammeterId: z.number().int().min(1).nullish(),
  newMeter: z
    .object({
      ammeterName: z.string().trim().min(1).max(60),
      ammeterCode: z.string().trim().min(1).max(60),
      siteId: z.number().int().min(1),
      deviceType: z.string().max(4),
      dataType: z.string().max(4),
      intervalSeconds: z.number().int().min(1).max(31_622_400).default(900),
    })
    .nullish(),
  keys: z
    .array(
      z.object({
        /** Null = every key of the device. */
        dataKey: z.string().min(1).max(100).nullable(),
        dataCode: z.string().max(20).nullish(),
        multiplier: z.number().nullish(),
        ignored: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(500),
});
export type DeviceMapping = z.input<typeof deviceMappingSchema>;
