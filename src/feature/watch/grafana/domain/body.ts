import type { Text } from '#contract/text.ts';
import { storable } from '#domain/storable.ts';

/** An alert as Grafana's contact point "webhook" tells it. */
export interface Alert {
  readonly firing: boolean;
  /** Which instance of the rule it is, the same for all its life. */
  readonly fingerprint: string;
  /** ms */
  readonly startsAt: number;
  /** ms; null while it fires */
  readonly endsAt: number | null;
  /** The label `eventIdentifier`, else the name of the rule. */
  readonly identifier: string;
  /** Its annotation `summary`, cut to what a line holds. */
  readonly summary: string | null;
}

/** What is wrong with an alert or the whole body, naming the field. */
export interface BodyFault {
  readonly field: string;
  readonly text: Text;
}

/** The alerts that can be read, and what is wrong with the others. */
interface Read {
  readonly alerts: readonly Alert[];
  readonly faults: readonly BodyFault[];
}

/** The most alerts of one delivery. */
const MOST_ALERTS = 1000;
const MOST_LABELS = 60;
const LONGEST_SUMMARY = 200;
/** A clock that is ahead by more than this is told, ms. */
const AHEAD_MS = 10 * 60_000;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fault = (field: string, zh: string, en: string): BodyFault => ({
  field,
  text: { zh: `${field}：${zh}`, en: `${field}: ${en}` },
});

/** Reads a body. @param now ms @returns what stands in it, or why nothing of it is taken */
export function readAlerts(body: unknown, now: number): Read | BodyFault {
  const given = isObject(body) ? body['alerts'] : undefined;
  if (!Array.isArray(given)) return fault('alerts', '必须是告警列表', 'must be a list of alerts');
  if (given.length > MOST_ALERTS)
    return fault('alerts', `一次最多 ${MOST_ALERTS} 条`, `at most ${MOST_ALERTS} at a time`);
  const alerts: Alert[] = [];
  const faults: BodyFault[] = [];
  for (const [i, one] of given.entries()) {
    const read = readAlert(one, `alerts[${i}]`, now);
    if (isFault(read)) faults.push(read);
    else alerts.push(read);
  }
  return { alerts, faults };
}

/** Whether something is a fault rather than what was read. */
export const isFault = (one: Alert | BodyFault | Read): one is BodyFault => 'text' in one;

function readAlert(one: unknown, at: string, now: number): Alert | BodyFault {
  if (!isObject(one)) return fault(at, '必须是对象', 'must be an object');
  const { status, fingerprint } = one;
  if (status !== 'firing' && status !== 'resolved')
    return fault(`${at}.status`, '只能是 firing 或 resolved', 'must be firing or resolved');
  if (typeof fingerprint !== 'string' || !/^[\w-]{1,64}$/.test(fingerprint))
    return fault(`${at}.fingerprint`, '必须是 1–64 个字母或数字', 'must be 1 to 64 letters or digits');
  const { labels, annotations } = one;
  if (!isObject(labels) || Object.keys(labels).length > MOST_LABELS)
    return fault(`${at}.labels`, `必须是最多 ${MOST_LABELS} 个标签`, `must be at most ${MOST_LABELS} labels`);
  const identifier = lineOf(labels['eventIdentifier']) ?? lineOf(labels['alertname']);
  if (identifier === null || identifier.length > 120)
    return fault(
      `${at}.labels.eventIdentifier`,
      '缺少事件标识（eventIdentifier 或 alertname，最长 120）',
      'an identifier is needed (eventIdentifier or alertname, at most 120 characters)',
    );
  const startsAt = instantOf(one['startsAt']);
  if (startsAt === null || startsAt > now + AHEAD_MS)
    return fault(
      `${at}.startsAt`,
      '必须是不在未来的时间（ISO 8601）',
      'must be an instant not ahead (ISO 8601)',
    );
  const summary = isObject(annotations) ? lineOf(annotations['summary']) : null;
  return {
    firing: status === 'firing',
    fingerprint,
    startsAt,
    endsAt: status === 'firing' ? null : endOf(one['endsAt'], startsAt, now),
    identifier,
    summary: summary === null ? null : storable(summary, LONGEST_SUMMARY),
  };
}

/** Grafana writes the year 1 where it does not know an end; none lies before the beginning or ahead. */
function endOf(given: unknown, startsAt: number, now: number): number {
  const ended = instantOf(given);
  return Math.max(startsAt, ended === null || ended < startsAt ? now : Math.min(ended, now));
}

/** A text as one line that can be stored; null where there is none. */
function lineOf(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const line = storable(given, 1000).replace(/\s+/g, ' ').trim();
  return line || null;
}

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function instantOf(given: unknown): number | null {
  if (typeof given !== 'string' || given.length > 40 || !STAMP.test(given)) return null;
  const ms = Date.parse(given);
  return Number.isNaN(ms) || ms < 0 ? null : ms;
}
