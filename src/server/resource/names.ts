import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';

/** The names under which a row of a resource comes and goes: its id in both spellings, its fields, their second names, what they tell. */
export const rowNames = (resource: Resource): string[] => [
  ...new Set([
    'id',
    resource.idName,
    ...fieldsOf(resource).flatMap(([key, { alias, tells = {} }]) => [
      key,
      ...(alias === undefined ? [] : [alias]),
      ...Object.keys(tells),
    ]),
  ]),
];
