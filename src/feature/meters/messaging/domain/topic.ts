import { TOPICS } from '../contract.ts';

/** What a gateway may publish, and what becomes of it. */
export type GatewayTopic = 'own telemetry' | 'telemetry' | 'taken' | null;

const TAKEN = [
  /^v1\/gateway\/(connect|disconnect|attributes|attributes\/request|claim|rpc)$/,
  /^v1\/devices\/me\/(attributes|claim)$/,
  /^v1\/devices\/me\/attributes\/request\/\d{1,18}$/,
  /^v1\/devices\/me\/rpc\/(request|response)\/\d{1,18}$/,
];

/** The device and gateway API that ThingsBoard made common: telemetry is stored, the rest accepted. */
export function gatewayTopic(topic: string): GatewayTopic {
  if (topic === 'v1/gateway/telemetry') return 'telemetry';
  if (topic === 'v1/devices/me/telemetry') return 'own telemetry';
  return TAKEN.some((pattern) => pattern.test(topic)) ? 'taken' : null;
}

const READABLE = [
  /^v1\/gateway\/(attributes|attributes\/response|rpc)$/,
  /^v1\/devices\/me\/attributes$/,
  /^v1\/devices\/me\/attributes\/response\/(\+|\d{1,18})$/,
  /^v1\/devices\/me\/rpc\/(request|response)\/(\+|\d{1,18})$/,
];

/** Whether a gateway may subscribe to a topic: commands and attributes, its own alone. */
export const gatewayReads = (topic: string): boolean => READABLE.some((pattern) => pattern.test(topic));

/** Where the broker keeps the topics of one gateway apart from those of others. */
export const privateTopic = (gatewayId: number, topic: string): string => `gateway/${gatewayId}/${topic}`;

/** The topic as the gateway knows it; undefined when it is not one of its own. */
export function publicTopic(gatewayId: number, topic: string): string | undefined {
  const prefix = privateTopic(gatewayId, '');
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined;
}

/** A topic or filter that a browser may ask for: its kind, and its enterprise or `+` for every one. */
export interface BrowserFilter {
  readonly consumer: number | '+';
}

const FILTER =
  /^(live|folded|data|signal|alarm)\/(\+|[1-9]\d{0,9})(?:\/(#|\+|[\p{L}\p{N}_.-]{1,64})(?:\/[\p{L}\p{N}_.+#-]{1,64})?)?$/u;

/** Reads a topic filter of a browser; undefined when it is none that browsers may have. */
export function browserFilter(filter: string): BrowserFilter | undefined {
  const match = FILTER.exec(filter);
  if (!match || /[^/]#|#.|[^/]\+|\+[^/]/.test(filter)) return undefined;
  const deep = match[3] !== undefined;
  if ((match[1] === TOPICS.folded) === deep) return undefined;
  return { consumer: match[2] === '+' ? '+' : Number(match[2]) };
}

/** Whether every topic that `filter` matches is matched by `allowed` too. */
export function within(filter: string, allowed: string): boolean {
  const wide = allowed.split('/');
  const narrow = filter.split('/');
  for (let i = 0; i < wide.length; i++) {
    if (wide[i] === '#') return true;
    const level = narrow[i];
    if (level === undefined || level === '#') return false;
    if (wide[i] !== '+' && wide[i] !== level) return false;
  }
  return narrow.length === wide.length;
}
