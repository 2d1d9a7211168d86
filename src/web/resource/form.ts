import type { Resource } from '#contract/define.ts';
import { readField } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import type { ResourceRow } from './kindWeb.ts';

/** What a form holds: values as typed, by field name. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The fields that a form offers, in the definition's order. */
export const formFields = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => !resource.fields[name]?.readOnly);

/** A new row as the definition starts it, with what the page already knows. */
export const newValues = (resource: Resource, known: FormValues = {}): FormValues => ({
  ...Object.fromEntries(formFields(resource).map((name) => [name, resource.fields[name]?.initial ?? null])),
  ...known,
});

/** The values of a row that is to be edited. */
export const rowValues = (resource: Resource, row: ResourceRow): FormValues =>
  Object.fromEntries(formFields(resource).map((name) => [name, row[name] ?? null]));

/** A form that can be sent, or what is wrong with it by field. */
export interface FormReading {
  readonly values: FormValues;
  readonly problems: Readonly<Record<string, Text>>;
}

/** Reads and checks every field of a form, by the same rules as the server. */
export function readForm(resource: Resource, typed: FormValues): FormReading {
  const values: Record<string, unknown> = {};
  const problems: Record<string, Text> = {};
  for (const name of formFields(resource)) {
    const field = resource.fields[name];
    if (!field) continue;
    const empty = Array.isArray(typed[name]) && typed[name].length === 0;
    const reading = readField(field, empty ? null : typed[name]);
    if ('problem' in reading) problems[name] = reading.problem;
    else values[name] = reading.value;
  }
  return { values, problems };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The values that differ from the row: only these are sent, so that nobody's other change is undone. */
export const changedValues = (values: FormValues, row: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, row[name])));

/** A problem as a sentence of its own under an input: `is required` → `Is required`. */
export const asSentence = (problem: string): string => problem.charAt(0).toUpperCase() + problem.slice(1);

/** The server's sentence without the field's label, which stands over the input already. */
export function withoutLabel(message: string, label: string): string {
  const rest = message.startsWith(label) ? message.slice(label.length) : message;
  return asSentence(rest.replace(/^[：:\s]+/, ''));
}
