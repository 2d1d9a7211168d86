/** The states of a point: their words by their numbers, in one language. */
export type States = ReadonlyMap<number, string>;

/** No mode has more. */
export const MOST_STATES = 32;
const HIGHEST = 255;
const LONGEST_WORD = 30;
const LONGEST_VALUE = 100;

/** Reads "0=Open,1=Closed"; undefined where it cannot be read, or a number or a word stands twice. */
export function readStates(text: string): States | undefined {
  const states = new Map<number, string>();
  const words = new Set<string>();
  for (const part of text.split(/[,，;；\n]/)) {
    const match = /^\s*(\d{1,3})\s*[=＝:：]\s*(.+?)\s*$/u.exec(part);
    const [value, word = ''] = [Number(match?.[1]), match?.[2]];
    if (!match || value > HIGHEST || word.length > LONGEST_WORD) return undefined;
    if (states.has(value) || words.has(word.toLowerCase())) return undefined;
    states.set(value, word);
    words.add(word.toLowerCase());
  }
  return states.size > 1 && states.size <= MOST_STATES ? states : undefined;
}

/** How what a device sends is read as the state of a point. */
export interface Reading {
  /** Numbers of the states. */
  readonly values: ReadonlySet<number>;
  /** Words in lower case, of all languages, to their states. */
  readonly words: ReadonlyMap<string, number>;
  /** The contact is a break contact: 0 and 1, true and false change places. Words say the state itself. */
  readonly inverted: boolean;
}

/** The reading of a point whose states are called so in several languages. */
export function readingOf(languages: readonly States[], inverted: boolean): Reading {
  const values = new Set(languages.flatMap((states) => [...states.keys()]));
  const words = new Map<string, number>();
  for (const states of languages) for (const [value, word] of states) words.set(word.toLowerCase(), value);
  return { values, words, inverted };
}

const ON = new Set(['true', 'on', 'yes']);
const OFF = new Set(['false', 'off', 'no']);

/**
 * The state that a value means: a number or its text, true and false, on and off, or the state's word. Null = the device
 * says that it does not know; undefined = it is none of the states.
 */
export function stateOf(given: unknown, { values, words, inverted }: Reading): number | null | undefined {
  if (given === null) return null;
  if (typeof given === 'string') {
    if (given.length > LONGEST_VALUE) return undefined;
    const word = given.trim().toLowerCase();
    const state = words.get(word);
    if (state !== undefined) return state;
    if (ON.has(word)) return contact(1);
    if (OFF.has(word)) return contact(0);
    return /^\d{1,3}(\.0+)?$/.test(word) ? contact(Number(word)) : undefined;
  }
  if (typeof given === 'boolean') return contact(given ? 1 : 0);
  return typeof given === 'number' ? contact(given) : undefined;

  function contact(number: number): number | undefined {
    const value = inverted && (number === 0 || number === 1) ? 1 - number : number;
    return values.has(value) ? value : undefined;
  }
}
