import type { Field } from './field.ts';
import type { Text } from './text.ts';

/** Fields by name; the name is the JSON key, the form name, the Excel column id and, snake-cased, the SQL column. */
export type Fields = Readonly<Record<string, Field>>;

/** The areas of `/api/<area>/<resource>/<verb>`. */
type Area = 'archive' | 'sys' | 'service' | 'ingest' | 'price' | 'event' | 'alarm' | 'yunshui' | 'hunan';

/** One uniform resource: everything that table, calls, screen and sheet derive from. */
export interface Resource<F extends Fields = Fields> {
  readonly name: string;
  readonly area: Area;
  /** Areas under which the same calls answer too, or an area with another name: further addresses of the same rows. */
  readonly also?: ReadonlyArray<Area | `${string}/${string}`>;
  readonly label: Text;
  /** The specification's name of the row's id, given beside `id` in every row (`orgId`, `ammeterId`, …). */
  readonly idName: string;
  /** The field that names a row to a person. */
  readonly title: string;
  /** The field that holds the owning enterprise; `id` = the row is the enterprise itself; null = shared by all. */
  readonly scope: string | null;
  readonly fields: F;
  /** Field lists that no two rows may share. */
  readonly unique: ReadonlyArray<readonly string[]>;
  /** The field that points to the parent row of the same resource, where rows form a tree. */
  readonly tree?: string;
  /** What its rows are about: where an enterprise has no row of that resource, its list says so and leads there. */
  readonly needs?: string;
  /** Rows are written by the product alone: the calls that would change them are refused. */
  readonly readOnly?: true;
  /** Order of its lists where nothing else is asked for: a field, with `-` before it the last first. */
  readonly order?: string;
  /** Order of rows of the same value in that field: another field, of a resource that is not large. */
  readonly thenBy?: string;
  /** An enterprise may keep tens of thousands of its rows: its lists are read in order and searched without sorting and joining all. */
  readonly large?: true;
  /** Ids come from the sequence shared by all organisations. */
  readonly orgId?: boolean;
  /** Hash route of its list page. */
  readonly screen: string;
}

/** Where the calls of a resource lie, and its function codes. */
export type ResourcePlace = Pick<Resource, 'area' | 'name'>;

type Key<F extends Fields> = keyof F & string;

interface Definition<F extends Fields> extends Omit<
  Resource<F>,
  'title' | 'scope' | 'unique' | 'tree' | 'thenBy'
> {
  readonly title: Key<F>;
  readonly scope?: Key<F> | 'id' | null;
  readonly unique?: ReadonlyArray<ReadonlyArray<Key<F>>>;
  readonly tree?: Key<F>;
  readonly thenBy?: Key<F>;
}

/** Declares a resource; the owning enterprise is `consumerId` where the definition does not say otherwise. */
export function defineResource<const F extends Fields>(definition: Definition<F>): Resource<F> {
  const { scope = 'consumerId' } = definition;
  if (scope !== null && scope !== 'id' && !(scope in definition.fields))
    throw new Error(`${definition.name}: the scope field ${scope} is not among its fields`);
  return { unique: [], ...definition, scope };
}

/** The fields of a resource with their names; the same list at every call, as every row asks for it. */
export function fieldsOf(resource: Resource): readonly (readonly [string, Field])[] {
  let fields = listed.get(resource.fields);
  if (!fields) listed.set(resource.fields, (fields = Object.entries(resource.fields)));
  return fields;
}

const listed = new WeakMap<Fields, readonly (readonly [string, Field])[]>();

/** The address before the verb: `/api/archive/ammeter`. */
export const addressOf = (resource: Resource): string => `/api/${resource.area}/${resource.name}`;

/** The further addresses of a resource before the verb. */
export const furtherAddressesOf = ({ also = [], name }: Resource): string[] =>
  also.map((one) => (one.includes('/') ? `/api/${one}` : `/api/${one}/${name}`));

/** The field that holds the English name beside a name: its own name with `En` behind it, where a resource has one. */
export function englishNameOf(resource: Resource, field: string): string | undefined {
  const name = `${field}En`;
  return Object.hasOwn(resource.fields, name) ? name : undefined;
}

/** The field that names a row in English, where a resource has one. */
export const englishTitleOf = (resource: Resource): string | undefined =>
  englishNameOf(resource, resource.title);

/** The SQL name of a JSON key: `orgName` → `org_name`. */
export function snake(name: string): string {
  let column = columns.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    columns.set(name, column);
  }
  return column;
}

// Asked for every value of every row; the names of the definitions are few.
const columns = new Map<string, string>();
