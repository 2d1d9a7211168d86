import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { aboutField, type FieldReading, readField, REQUIRED } from '#contract/issue.ts';
import { kindServers } from './kinds.ts';
import type { Values } from './slot.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What is kept of a value that was written, or the sentence that refuses it. */
export function readKept(field: Field, raw: unknown): FieldReading {
  const reading = readField(field, raw);
  const { clean } = kindServers[field.kind];
  if (!clean || 'problem' in reading || reading.value === null) return reading;
  const value = clean(reading.value);
  return value === '' && field.required ? { problem: REQUIRED } : { value };
}

/** Reads the given fields; @throws Fault 400 naming the first at fault. Fields not given stay out. */
export function readValues(resource: Resource, raw: Raw): Values {
  const values: Values = {};
  for (const [key, field] of fieldsOf(resource)) {
    const name = Object.hasOwn(raw, key) ? key : field.alias;
    if (name === undefined || !Object.hasOwn(raw, name) || field.readOnly) continue;
    const reading = readKept(field, raw[name]);
    if ('problem' in reading) throw badInput(aboutField(field.label, reading.problem), key);
    values[key] = reading.value;
  }
  return values;
}
