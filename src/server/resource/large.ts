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

/** The column of a large resource by which its rows are sorted by a field, and the column's type where it has its own. */
export interface OrderColumn {
  readonly name: string;
  /** The same number in a type that an index may be led by under row level security; null = the field's own column. */
  readonly type: 'double precision' | null;
}

/**
 * By which column the pages of a large resource are read from an index, for every field that a list can be sorted by.
 * PostgreSQL does not hold comparing `numeric` for leakproof: a decimal has a second column, no field of the definition.
 */
export const orderColumns = (resource: Resource): ReadonlyMap<string, OrderColumn> =>
  new Map(
    Object.entries(resource.fields)
      .filter(([, field]) => !UNORDERED.has(field.kind))
      .map(([key, { kind }]): [string, OrderColumn] => [
        key,
        kind === 'decimal'
          ? { name: `_${snake(key)}`, type: 'double precision' }
          : { name: snake(key), type: null },
      ]),
  );

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
