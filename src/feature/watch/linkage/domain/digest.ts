import { EVENT_LEVELS, type EventLevel } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import { two } from '#domain/time/clock.ts';

/** The time in which what a flood tells one person is gathered (watch.md section 3), ms. */
const DIGEST_MS = 5 * 60_000;
const MOST_LINES = 50;
const LONGEST_SHORT = 300;

/** When what a flood tells next goes out: at most one message a person in five minutes. @param now ms */
export const digestAt = (now: number): number => (Math.floor(now / DIGEST_MS) + 1) * DIGEST_MS;

/** One of the alarms that are told together. */
export interface Told {
  readonly name: string;
  readonly level: string;
  readonly text: Text;
  /** Wall clock of its site. */
  readonly at: {
    readonly month: number;
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
  };
}

const levelOf = (level: string): Text => EVENT_LEVELS[level as EventLevel] ?? { zh: level, en: level };

/** Several alarms in one letter, the urgent first; a single one as it is. */
export function letterOf(alarms: readonly Told[]): { subject: Text; text: Text } {
  const [first] = alarms;
  if (first && alarms.length === 1)
    return { subject: { zh: `告警：${first.name}`, en: `Alarm: ${first.name}` }, text: first.text };
  const n = alarms.length;
  const sorted = alarms.toSorted((a, b) => a.level.localeCompare(b.level));
  const line = (language: 'zh' | 'en') => (one: Told) => {
    const { month, day, hour, minute } = one.at;
    return `${two(month)}-${two(day)} ${two(hour)}:${two(minute)} ${levelOf(one.level)[language]} ${one.text[language]}`;
  };
  const lines = (language: 'zh' | 'en'): string => sorted.slice(0, MOST_LINES).map(line(language)).join('\n');
  const rest = n - MOST_LINES;
  return {
    subject: { zh: `${n} 条告警`, en: `${n} alarms` },
    text: {
      zh: `${n} 条告警：\n${lines('zh')}${rest > 0 ? `\n另有 ${rest} 条` : ''}`,
      en: `${n} alarms:\n${lines('en')}${rest > 0 ? `\nand ${rest} more` : ''}`,
    },
  };
}

/** The same as a short message, which holds the first names. */
export function shortOf(alarms: readonly Told[]): Text {
  const [first] = alarms;
  if (first && alarms.length === 1) return first.text;
  const names = [
    ...new Set(alarms.toSorted((a, b) => a.level.localeCompare(b.level)).map(({ name }) => name)),
  ];
  const cut = (text: string): string =>
    text.length > LONGEST_SHORT ? `${text.slice(0, LONGEST_SHORT - 1)}…` : text;
  return {
    zh: cut(`${alarms.length} 条告警：${names.join('、')}`),
    en: cut(`${alarms.length} alarms: ${names.join(', ')}`),
  };
}
