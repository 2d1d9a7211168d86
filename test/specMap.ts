import { readFileSync } from 'node:fs';

type Params = Readonly<Record<string, unknown>>;

/** Where names or values of the specification are told: rows of a resource, the answer of a call, what a call takes. */
export interface Reported {
  /** Address of a resource: what is told stands in its rows. */
  readonly resource?: string;
  /** A call with its method: what is told stands in its answer. */
  readonly call?: string;
  readonly params?: Params;
  /** Place in the answer below which the names stand. */
  readonly at?: string;
  /** The names stand in the whole reply, not in its data. */
  readonly whole?: true;
  /** Names that the product has as they are. */
  readonly fields?: readonly string[];
  /** Place of a name that the product calls otherwise. */
  readonly as?: Readonly<Record<string, string>>;
  /** Names that are sent to the call, by the name of its parameter. */
  readonly sends?: Readonly<Record<string, string>>;
  /** Values: the field of the resource, or the parameter of the call, that takes them … */
  readonly field?: string;
  readonly param?: string;
  /** … beside other fields of a new row; the place of the answer where each is found; the place where it has its name. */
  readonly with?: Params;
  readonly answers?: string;
  readonly named?: string;
  readonly values?: readonly string[];
  /** Values that are calls of their own. */
  readonly calls?: Readonly<Record<string, string>>;
  /** Held by the screen: the tests that prove it. */
  readonly test?: string | readonly string[];
  /** Otherwise on purpose, and why. */
  readonly decision?: string;
  readonly why?: string;
  /** Number of the issue with which it comes. */
  readonly later?: number;
}

type Section = 'entities' | 'enumerations' | 'codeLists';

/** What `docs/spec-map.json` tells of each entity, enumeration and code list of the specification, part by part. */
export function toldOf(section: Section): (readonly [string, readonly Reported[]])[] {
  const text = readFileSync(new URL('../docs/spec-map.json', import.meta.url), 'utf8');
  const map = JSON.parse(text) as Readonly<Record<Section, Readonly<Record<string, Reported | Reported[]>>>>;
  return Object.entries(map[section]).map(([name, told]) => [name, [told].flat()]);
}

/** What stands at a place of an answer: names with dots between them, `*` the first of an object, `#` all of a list. */
export function valuesAt(value: unknown, place: string): unknown[] {
  let found = [value];
  for (const name of place === '' ? [] : place.split('.'))
    found = found.flatMap((one) => {
      if (typeof one !== 'object' || one === null) return [];
      if (name === '#' && Array.isArray(one)) return one as unknown[];
      const [first] = Object.keys(one);
      const key = name === '*' ? first : name;
      return key !== undefined && key in one ? [(one as Params)[key]] : [];
    });
  return found.filter((one) => one !== undefined);
}

/** Parameters with their `{{words}}` put in. */
export async function filled<T>(params: T, wordOf: (word: string) => Promise<string>): Promise<T> {
  let text = JSON.stringify(params);
  for (const [hole, word = ''] of text.matchAll(/\{\{([^}]+)\}\}/g))
    text = text.replaceAll(hole, await wordOf(word));
  return JSON.parse(text) as T;
}
