import type { Translate } from './text.ts';

/**
 * The translations of a language: message → text, as `src/language/<code>.json` holds them. A message is the English
 * text; `English | 中文` is the same where its Chinese is this one. `{0}` stands for a value, `{t0}` for a text.
 */
export type Messages = Readonly<Record<string, string>>;

/** The message of a text whose English has several translations. */
export const inContext = (en: string, zh: string): string => `${en} | ${zh}`;

const BLANK = /\{(t?)(\d+)\}/g;

interface Pattern {
  readonly test: RegExp;
  /** The name of each value in the order of the message. */
  readonly blanks: readonly string[];
  readonly text: string;
  readonly letters: number;
  /** Whether it has words of its own, not only marks between its values. */
  readonly worded: boolean;
}

const literally = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

function patternOf([message, text]: [string, string]): Pattern[] {
  const blanks = [...message.matchAll(BLANK)].map(([, kind, number]) => `${kind}${number}`);
  const fixed = message.split(/\{t?\d+\}/);
  const letters = fixed.join('').length;
  if (blanks.length === 0 || letters === 0) return [];
  const test = new RegExp(`^${fixed.map(literally).join('(.*?)')}$`, 's');
  return [{ test, blanks, text, letters, worded: /\p{L}/u.test(fixed.join('')) }];
}

/** What joins texts to one: these are tried where no message fits the whole. */
const JOINTS = [/(; )/, /(?<=[.?!])( )/, /(, )/, /(: )/] as const;

/**
 * Says texts in the language of some messages. A sentence that the code has filled in is found by its message, and what
 * it was filled with is said in turn where it is a text.
 */
export function translator(messages: Messages): Translate {
  const said = new Map(Object.entries(messages).filter(([, text]) => text !== ''));
  const lower = new Map([...said].map(([message, text]) => [message.toLowerCase(), text]));
  const patterns = [...said].flatMap(patternOf).toSorted((a, b) => b.letters - a.letters);

  function filled(en: string, strict: boolean): string | undefined {
    for (const { test, blanks, text, worded } of patterns) {
      if (!strict && !worded) continue;
      const found = test.exec(en);
      if (!found) continue;
      const values = new Map(
        blanks.map((name, i) => {
          const value = found[i + 1] ?? '';
          return [name, name.startsWith('t') ? wordsOf(value) : value];
        }),
      );
      if (strict && [...values.values()].includes(undefined)) continue;
      const raw = new Map(blanks.map((name, i) => [name, found[i + 1] ?? '']));
      return text.replaceAll(BLANK, (all, kind: string, number: string) => {
        const name = `${kind}${number}`;
        return values.get(name) ?? raw.get(name) ?? all;
      });
    }
    return undefined;
  }

  /** Parts of a list of texts, if each is known. */
  function joined(en: string): string | undefined {
    for (const joint of JOINTS) {
      const parts = en.split(joint);
      if (parts.length === 1) continue;
      const texts = parts.map((part, i) => (i % 2 === 1 ? part : wordsOf(part)));
      if (!texts.includes(undefined)) return texts.join('');
    }
    return undefined;
  }

  /** A text as it stands, or as it stands in the middle of a sentence. */
  const exact = (en: string): string | undefined => said.get(en) ?? lower.get(en.toLowerCase());

  function wordsOf(en: string): string | undefined {
    const whole = exact(en);
    if (whole !== undefined || !/\p{L}/u.test(en)) return whole ?? en;
    return (filled(en, true) || undefined) ?? joined(en);
  }

  return ({ zh, en }) => said.get(inContext(en, zh)) ?? wordsOf(en) ?? filled(en, false);
}
