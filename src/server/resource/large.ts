import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { FieldKind } from '#contract/field.ts';
import { hasInitials, INITIALS } from './initials.ts';

/** The column of a large resource that holds all its searched texts in lower case; no field of the definition. */
export const SEARCH = '_search';

// References, codes and lists are sorted when somebody asks for it.
const ORDERED: ReadonlySet<FieldKind> = new Set(['text', 'integer', 'decimal', 'date', 'dateTime', 'choice']);

/** The columns by which the pages of a large resource are read from an index: those that its lists show at first. */
export const orderColumns = (resource: Resource): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => !field.hidden && ORDERED.has(field.kind))
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
