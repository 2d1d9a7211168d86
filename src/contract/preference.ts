import type { Language, Text } from './text.ts';

/**
 * What an account keeps of how it works with the product, wherever it logs in: appearance and layout of the shell, the
 * addresses it starred and those it was at last, the home that it chose among those of its
 * roles, how far it is with the guided tour, and by which ways it is told of alarms (`channels`: 1 = short message,
 * 2 = mail; `language` of the messages).
 */
export const PREFERENCES = ['appearance', 'layout', 'starred', 'recent', 'home', 'tour', 'alarm'] as const;
export type PreferenceName = (typeof PREFERENCES)[number];

/** Values by name; each is checked by who uses it, as it may be of any version. */
export type Preferences = Partial<Record<PreferenceName, object>>;

/** By which ways an account is told of alarms, and in which language; what is left out is as the alert group says. */
export const ALARM_CHANNELS = {
  1: { zh: '短信', en: 'Short message' },
  2: { zh: '邮件', en: 'Mail' },
} as const satisfies Readonly<Record<string, Text>>;
export type AlarmChannel = `${keyof typeof ALARM_CHANNELS}`;

export interface AlarmPreference {
  /** Empty = as the alert group says. */
  readonly channels: readonly AlarmChannel[];
  readonly language: Language;
}

interface Fault {
  readonly field: 'value' | 'channels' | 'language';
  readonly text: Text;
}

const OBJECT: Fault = {
  field: 'value',
  text: {
    zh: '值：须为包含 channels 和 language 的对象',
    en: 'Value: must be an object of channels and language',
  },
};

/** What is wrong with a choice of how to be told of alarms; null = nothing. */
export function alarmPreferenceFault(value: object): Fault | null {
  if (Array.isArray(value)) return OBJECT;
  const { channels = [], language = 'zh', ...rest } = value as Readonly<Record<string, unknown>>;
  if (Object.keys(rest).length > 0) return OBJECT;
  const known = Array.isArray(channels) && channels.every((one) => typeof one === 'string' && Object.hasOwn(ALARM_CHANNELS, one)); // prettier-ignore
  if (!known || new Set(channels).size !== channels.length)
    return {
      field: 'channels',
      text: {
        zh: '通知方式：只能是短信（1）和邮件（2），各一次',
        en: 'Ways: short message (1) and mail (2) alone, each once',
      },
    };
  if (language !== 'zh' && language !== 'en')
    return {
      field: 'language',
      text: { zh: '通知语言：只能是 zh 或 en', en: 'Language: zh or en alone' },
    };
  return null;
}

/** The choice as it is kept; what is none of it counts as nothing. */
export function alarmPreferenceOf(value: unknown): AlarmPreference {
  const { channels, language } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, unknown>
  >;
  const list = Array.isArray(channels) ? channels : [];
  return {
    channels: (Object.keys(ALARM_CHANNELS) as AlarmChannel[]).filter((one) => list.includes(one)),
    language: language === 'en' ? 'en' : 'zh',
  };
}

/** Characters of one value as JSON. */
export const LONGEST_PREFERENCE = 8000;
