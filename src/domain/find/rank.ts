import { plainOf, wordsOf } from './plain.ts';

/** A word in the writing that is shown and the one that is compared. */
interface Word {
  readonly shown: string;
  readonly plain: string;
}

/** What something is found by. */
export interface Findable {
  /** Its names, the one that is shown first. */
  readonly names: readonly Word[];
  /** Numbers and codes, which count as names when they are asked for as a whole. */
  readonly numbers: readonly Word[];
  /** What people call it otherwise. */
  readonly keywords: readonly Word[];
  /** Pinyin initials and pinyin of its Chinese name. */
  readonly sounds: readonly string[];
  /** Everything in which single words of a question may stand. */
  readonly all: string;
}

/** What a question is compared by. */
export interface Question {
  readonly plain: string;
  readonly words: readonly string[];
}

/** How well something answers: 0 is its name; and the word that was meant where the shown name does not hold it. */
export interface Fit {
  readonly rank: number;
  readonly reason: string | null;
}

const word = (shown: string): Word => ({ shown, plain: plainOf(shown) });

/** Makes something findable; `over` are names above it, which a question may add to its own. */
export function findable(of: {
  readonly names: readonly string[];
  readonly numbers?: readonly string[];
  readonly keywords?: readonly string[];
  readonly sounds?: readonly string[];
  readonly over?: string;
}): Findable {
  const [names, keywords] = [of.names.map(word), (of.keywords ?? []).map(word)];
  return {
    names,
    keywords,
    numbers: (of.numbers ?? []).map(word),
    sounds: of.sounds ?? [],
    all: [...names, ...keywords, word(of.over ?? '')].map(({ plain }) => plain).join('\n'),
  };
}

/** Reads a question; null where it holds nothing to look for. */
export function questionOf(text: string): Question | null {
  const words = wordsOf(text);
  const plain = plainOf(words.join(' '));
  return plain ? { plain, words: words.map(plainOf).filter(Boolean) } : null;
}

/**
 * Name, beginning of a name, keyword, beginning of a keyword, inside a name, inside a keyword, pinyin, inside the
 * pinyin, all words somewhere; null where it does not answer.
 */
export function fitOf(what: Findable, { plain, words }: Question): Fit | null {
  const shown = what.names[0]?.plain ?? '';
  const fit = (rank: number, by: Word | undefined): Fit | null =>
    (by && { rank, reason: shown.includes(plain) ? null : by.shown }) || null;
  const is = (one: Word): boolean => one.plain === plain;
  const begins = (one: Word): boolean => one.plain.startsWith(plain);
  const holds = (one: Word): boolean => one.plain.includes(plain);
  const sound = what.sounds.some((one) => one.startsWith(plain)) ? 6 : 7;
  return (
    fit(0, what.names.find(is) ?? what.numbers.find(is)) ??
    fit(1, what.names.find(begins)) ??
    fit(2, what.keywords.find(is)) ??
    fit(3, what.keywords.find(begins)) ??
    fit(4, what.names.find(holds)) ??
    fit(5, what.keywords.find(holds)) ??
    (what.sounds.some((one) => one.includes(plain)) && (sound === 6 || plain.length > 1)
      ? { rank: sound, reason: null }
      : null) ??
    (words.length > 1 && words.every((one) => what.all.includes(one)) ? { rank: 8, reason: null } : null)
  );
}
