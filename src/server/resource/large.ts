import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { FieldKind } from '#contract/field.ts';
import { hasInitials, INITIALS } from './initials.ts';

/** The column of a large resource that holds all its searched texts in lower case; no field of the definition. */
export const SEARCH = '_search';

// Lists of values have no order that anybody would ask for.
const UNORDERED: ReadonlySet<FieldKind> = new Set([
  'choices',
  'references',
  'codes',
  'structure',
  'richText',
]);

/** The columns by which the pages of a large resource are read from an index: every one that a list can be sorted by. */
export const orderColumns = (resource: Resource): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => !UNORDERED.has(field.kind))
    .map(([key]) => snake(key));

/** The columns that a search looks into: every text field, and the pinyin initials of the title. */
export const searchedColumns = (resource: Resource): string[] => [
  ...Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'text')
    .map(([key]) => snake(key)),
  ...(hasInitials(resource) ? [INITIALS] : []),
];

/** The searched texts of a row as one, in lower case, a line each. */
export const searchExpression = (resource: Resource): string =>
  `lower(${searchedColumns(resource)
    .map((column) => `coalesce("${column}", '')`)
    .join(` || E'\\n' || `)})`;
