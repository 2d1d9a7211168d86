import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { CodeList, Field } from '#contract/field.ts';

/** What an example leans on: rows and codes that are there, and words that no other row holds. */
export interface ExampleMeans {
  /** The id of a row of a resource (`org` = any organisation); undefined where none is known. */
  readonly idOf: (refers: string) => number | undefined;
  readonly codeOf: (lists: readonly CodeList[]) => string;
  readonly word: () => string;
  /** Serial number of a meter of the metering archive. */
  readonly serial: string;
}

/** Codes of shipped lists and numbers have forms of their own. */
const FORMS = [
  '990101',
  'A019',
  'https://example.com/board',
  '0399',
  '99',
  '0000000002330020',
  '913100006073581499',
  '13800000000',
  '/SDNMonitoring/Overview',
];

function textOf(resource: Resource, key: string, field: Field, { word, serial }: ExampleMeans): string {
  if (key === 'fileName') return `${word()}.txt`;
  if (key === 'registerAddress' || key === 'unitAddress') return '1';
  if (/phone/i.test(key)) return '13800000000';
  if (key === 'replacedSerno' || (key === 'serNo' && 'verifyTime' in resource.fields)) return serial;
  if (/email/i.test(key)) return 'someone@example.com';
  const text = word()
    .slice(0, field.max ?? 20)
    .slice(-10);
  return [text, ...FORMS].find((one) => field.schema.safeParse(one).success) ?? text;
}

function valueOf(resource: Resource, key: string, field: Field, means: ExampleMeans): unknown {
  const { kind, initial } = field;
  if (field.options) {
    // Not the first kind of meter: it measures nothing.
    const first = (key === 'deviceType' && initial) || Object.keys(field.options)[0];
    return kind === 'choices' ? [first] : first;
  }
  if (field.lists) {
    const code = typeof initial === 'string' ? initial : means.codeOf(field.lists);
    return kind === 'codes' ? [code] : code;
  }
  if (kind === 'integer' || kind === 'decimal')
    return initial ?? [1, 2026].find((one) => field.schema.safeParse(one).success);
  if (kind === 'date') return '2026-01-31';
  if (kind === 'dateTime') return '2026-01-31T08:00:00.000Z';
  if (kind === 'flag') return true;
  if (kind === 'structure') return initial;
  return typeof initial === 'string' ? initial : textOf(resource, key, field, means);
}

/** A good row of any resource, made from its definition. @throws Error where a row that it must point to is not known */
export function exampleRow(resource: Resource, means: ExampleMeans): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, field] of fieldsOf(resource)) {
    if (field.readOnly || (resource.tree === key && !field.required)) continue;
    if (field.refers === undefined) {
      const value = valueOf(resource, key, field, means);
      // A structure without a first value is left out: nobody could guess one.
      if (value !== undefined) row[key] = value;
    } else {
      const id = means.idOf(field.refers);
      if (id === undefined && field.required) throw new Error(`no row of ${field.refers} is known`);
      if (id !== undefined) row[key] = field.kind === 'references' ? [id] : id;
    }
  }
  return row;
}

/** Rows of the demonstration, and what every installation has. */
const SHIPPED: Readonly<Record<string, number>> = {
  consumer: 1001,
  monitorSite: 1003,
  orgUnit: 1005,
  org: 1005,
  monitorObject: 1016,
  workflowParamData: 2,
  ammeter: 1,
  fun: 1,
  orgRole: 1,
  orgEmployee: 2,
};

/** The id of a row as examples name it; ids of other installations are in the answers of `getpage`. */
export const shownId = (resource: string): number => SHIPPED[resource] ?? 1;

/** A row to add, as the document shows it: what the resource cannot do without, on the demonstration. */
export function shownRow(resource: Resource): Record<string, unknown> {
  const means: ExampleMeans = {
    idOf: shownId,
    codeOf: () => '1',
    word: () => 'Example',
    serial: 'G-1',
  };
  const row = exampleRow(resource, means);
  return Object.fromEntries(
    Object.entries(row).filter(([key]) => {
      const field = resource.fields[key];
      return (
        key === resource.title || key === resource.scope || (field?.required && field.initial === undefined)
      );
    }),
  );
}

/** A change of one field: the remark, or else what a row cannot do without. */
export function shownChange(resource: Resource): Record<string, unknown> {
  const { remark } = resource.fields;
  if (remark && !remark.readOnly) return { remark: 'Checked on site' };
  const shown = Object.entries(shownRow(resource));
  const own = shown.find(([key]) => key !== resource.scope && resource.fields[key]?.refers === undefined);
  return Object.fromEntries([own ?? shown[0]].filter((one) => one !== undefined));
}

/** A sheet to import as CSV: columns by the names of fields; what a reference points to is named by its title or code. */
export function shownSheet(resource: Resource): string {
  const cells = Object.entries(shownRow(resource)).filter(([key]) => key !== resource.scope);
  const text = ([key, value]: readonly [string, unknown]): string =>
    resource.fields[key]?.refers === undefined ? String(value) : 'Example';
  return `${cells.map(([key]) => key).join(',')}\n${cells.map(text).join(',')}\n`;
}

type Schema = Readonly<Record<string, unknown>>;

/** Whether a value is of the type that a schema declares; one without a type takes all. */
function fits(value: unknown, { type, const: only }: Schema): boolean {
  if (only !== undefined) return value === only;
  if (type === undefined) return true;
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return [type].flat().some((one) => one === own || (one === 'integer' && Number.isInteger(value)));
}

/** An example in the types that a schema declares: forms bring numbers, lists and structures as text. */
export function conforming(value: unknown, schema: Schema): unknown {
  const { type, items, anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const parts = anyOf as Schema[];
    if (parts.some((part) => fits(value, part))) return value;
    const part = parts.find((one) => fits(conforming(value, one), one));
    return part ? conforming(value, part) : value;
  }
  if (fits(value, schema)) return value;
  if (type === 'string') return String(value);
  if (type === 'boolean')
    return /^(1|true)$/.test(String(value)) || (/^(0|false)$/.test(String(value)) ? false : value);
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(value)) ? value : Number(value);
  if (typeof value === 'string' && /^[[{]/.test(value)) return JSON.parse(value);
  if (type !== 'array') return value;
  const list = typeof value === 'string' ? value.split(',') : [value];
  return list.map((one) => conforming(one, (items ?? {}) as Schema));
}
