import { readFileSync } from 'node:fs';
import type { Route } from '../route.ts';

/** A JSON schema, of the dialect of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** What calls answer, told from the types of their handlers by `npm run generate`. */
export interface Answers {
  /** The schema of `data`: by method and path, or by the name that many calls share. */
  readonly answers: Readonly<Record<string, Schema>>;
  readonly components: Readonly<Record<string, Schema>>;
  /** The codes of refusals that the handler of a call can throw, by the same names. */
  readonly faults: Readonly<Record<string, readonly number[]>>;
}

const FILE = new URL('../../../generated/answers.json', import.meta.url);

/** The name under which the answer of a call is kept. */
export const answerKeyOf = ({ answerOf, method, path }: Route): string => answerOf ?? `${method} ${path}`;

/** Reads what calls answer; the file is some hundred kilobytes, and few ask. */
export const readAnswers = (): Answers => JSON.parse(readFileSync(FILE, 'utf8')) as Answers;
