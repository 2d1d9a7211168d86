import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { meantBy } from '#domain/nearName.ts';
import type { KnownName } from '#domain/nearName.ts';
import type { Route } from '../route.ts';
import { rowNames } from '../resource/names.ts';

/** What clients send to any call: stamps against caches, paging, order. */
const ANYWHERE = new Set(
  [
    '_',
    't',
    '_t',
    'ts',
    'timestamp',
    'pageNo',
    'pageNum',
    'pageSize',
    'page',
    'size',
    'current',
    'total',
  ].concat([
    'orderBy',
    'sort',
    'sorter',
    'lang',
    'locale',
    'token',
    'titles',
    'confirmed',
    'expected',
    'remarks',
  ]),
);
/** Of so many unknown names at most, and none longer, is one looked for. */
const MOST = 100;
const LONGEST = 60;

/** The names that a schema reads, with what it takes under each. */
function partsOf(schema: z.core.$ZodType): (readonly [string, z.ZodType])[] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape as Record<string, z.ZodType>);
  if (schema instanceof z.ZodPipe) return [...partsOf(schema.in), ...partsOf(schema.out)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(partsOf);
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(partsOf);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return partsOf(schema.def.innerType);
  return [];
}

/** Every name that a call reads: its parameters and the fields of the row that it takes. */
const namesOf = (route: Route): string[] => [
  ...partsOf(route.params).map(([name]) => name),
  ...(route.row ? rowNames(route.row) : []),
];

/** The same, with which of them the call cannot do without. */
function knownNames(route: Route): KnownName[] {
  const parts = new Map(partsOf(route.params));
  return namesOf(route).map((name) => ({
    name,
    required: parts.get(name)?.safeParse(undefined).success === false,
  }));
}

/**
 * Refuses a name that a call does not know where it is close to one that it does: what was meant by it would be left
 * out in silence. Other names are passed over.
 * @param routes every call: what one of them reads is a word of its own
 */
export function nearNames(routes: readonly Route[]): (route: Route) => (given: unknown) => void {
  let words: ReadonlySet<string> | undefined;
  const isWord = (name: string): boolean => (words ??= new Set(routes.flatMap(namesOf))).has(name);
  return (route) => {
    let known: readonly KnownName[] | undefined;
    let names = ANYWHERE;
    return (given) => {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return;
      if (!known) {
        known = knownNames(route);
        names = new Set([...ANYWHERE, ...known.map(({ name }) => name)]);
      }
      const sent = Object.entries(given)
        .filter(([, value]) => value !== '' && value !== null && value !== undefined)
        .map(([name]) => name);
      const unknown = sent.filter((name) => !names.has(name) && name.length <= LONGEST).slice(0, MOST);
      const all = new Set(sent);
      for (const name of unknown) {
        const meant = meantBy(name, all, known, isWord);
        if (meant !== undefined)
          throw badInput(
            {
              zh: `${name}：没有此参数，是否应为 ${meant}？`,
              en: `${name}: there is no such parameter, did you mean ${meant}?`,
            },
            name,
          );
      }
    };
  };
}
