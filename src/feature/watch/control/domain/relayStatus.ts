import { readJson } from '#contract/json.ts';

/** The position that is asked of one relay. */
export interface RelayStatus {
  readonly relayNumber: number;
  /** 0 off, 1 on; null where it is only read. */
  readonly status: 0 | 1 | null;
}

const MOST = 64;

/**
 * Reads `mpNos_status`: `1_1,2_0`, relay and position joined by a line, or the same as JSON (`{"1":1}`,
 * `[{"mpNo":1,"status":1}]`). Where relays are only read the position may be left out (`1,2`).
 * @returns null where it is none of these, or names a relay twice
 */
export function readRelayStatus(text: string, read: boolean): readonly RelayStatus[] | null {
  const pairs = pairsOf(text.trim());
  if (pairs === null || pairs.length === 0 || pairs.length > MOST) return null;
  const found: RelayStatus[] = [];
  for (const [relay, position] of pairs) {
    const relayNumber = whole(relay);
    const status = position === undefined || position === '' ? null : whole(position);
    if (relayNumber === null || relayNumber < 1 || relayNumber > MOST) return null;
    if (status !== null && status !== 0 && status !== 1) return null;
    if (status === null && !(read && (position === undefined || position === ''))) return null;
    if (found.some((one) => one.relayNumber === relayNumber)) return null;
    found.push({ relayNumber, status });
  }
  return found;
}

type Pair = readonly [relay: unknown, position: unknown];

const whole = (value: unknown): number | null =>
  /^\d{1,3}$/.test(String(value).trim()) && (typeof value === 'string' || typeof value === 'number')
    ? Number(value)
    : null;

function pairsOf(text: string): Pair[] | null {
  if (!text.startsWith('{') && !text.startsWith('['))
    return text.split(/[,;，]/).map((part) => {
      const [relay = '', position] = part.split('_');
      return part.split('_').length > 2 ? ['', ''] : [relay.trim(), position?.trim()];
    });
  const parsed = readJson(text);
  if (Array.isArray(parsed))
    return parsed.map((one: unknown) =>
      typeof one === 'object' && one !== null
        ? [Reflect.get(one, 'mpNo'), Reflect.get(one, 'status')]
        : ['', ''],
    );
  return typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : null;
}
