import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import { aboutField, readField, REQUIRED } from '#contract/issue.ts';
import { kindServers } from './kinds.ts';
import type { Values } from './slot.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Reads the given fields; @throws Fault 400 naming the first at fault. Fields not given stay out. */
export function readValues(resource: Resource, raw: Raw): Values {
  const values: Values = {};
  for (const [key, field] of fieldsOf(resource)) {
    if (!Object.hasOwn(raw, key) || field.readOnly) continue;
    const reading = readField(field, raw[key]);
    if ('problem' in reading) throw badInput(aboutField(field.label, reading.problem), key);
    const { clean } = kindServers[field.kind];
    values[key] = clean && reading.value !== null ? clean(reading.value) : reading.value;
    if (values[key] === '' && field.required) throw badInput(aboutField(field.label, REQUIRED), key);
  }
  return values;
}
