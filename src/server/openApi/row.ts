import * as z from 'zod';
import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { resourceOf } from '#resource/index.ts';
import type { Schema } from './answers.ts';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The names of a resource's schemas: a row as it is answered, its fields as they are sent, and what adding and editing take. */
export const namesOf = ({ name, area }: Resource) => {
  const base = `${capital(area)}${capital(name)}`;
  return { row: `${base}Row`, fields: `${base}Fields`, add: `${base}Add`, edit: `${base}Edit` };
};

export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const reported = { input: new WeakMap<z.ZodType, Schema>(), output: new WeakMap<z.ZodType, Schema>() };

/** The schema of a zod schema: of what it takes, or of what it gives. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const before = reported[io].get(schema);
  if (before) return before;
  const { $schema: _, ...now } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  reported[io].set(schema, now);
  return now;
}

/** What a field holds, its unit, its codes and what it points to, in words. */
function wordsOf({ label, unit, options, refers, help }: Field): string {
  const codes = Object.entries(options ?? {}).map(([code, text]) => `${code} = ${text.en}`);
  return [
    `${label.en} / ${label.zh}`,
    ...(unit === undefined ? [] : [`unit: ${unit}`]),
    ...(refers === undefined ? [] : [`id of ${refers === 'org' ? 'a consumer, site or unit' : refers}`]),
    ...(codes.length === 0 || codes.length > 30 ? [] : [codes.join('; ')]),
    ...(help ? [help.en] : []),
  ].join(' — ');
}

const orNull = (schema: Schema): Schema => {
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'];
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
};

/** What bounds what is written: rows that stand are answered as they are. */
const BOUNDS = new Set(
  ['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'minimum', 'maximum'].concat([
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
  ]),
);

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !BOUNDS.has(key))
      .map(([key, one]) => [key, withoutBounds(one)]),
  );
}

function fieldSchema(field: Field, io: 'input' | 'output'): Schema {
  const whole = schemaOf(field.schema, io);
  const schema = io === 'input' ? whole : (withoutBounds(whole) as Schema);
  return {
    ...(field.required ? schema : orNull(schema)),
    description: wordsOf(field),
    ...(field.unit === undefined ? {} : { 'x-unit': field.unit }),
    ...(field.readOnly ? { readOnly: true } : {}),
  };
}

/** A field as a search names it: a part of a text, or a value. */
export function searchSchema(field: Field): Schema {
  const { type, format, enum: values } = schemaOf(field.schema, 'output') as Record<string, unknown>;
  return {
    ...(field.kind === 'text' || typeof type !== 'string' || type === 'array' || type === 'object'
      ? { type: 'string' }
      : { type, ...(format ? { format } : {}), ...(values ? { enum: values } : {}) }),
    description: wordsOf(field),
  };
}

const ID = { type: 'integer', minimum: 1, description: 'id of the row' };

const schemas = new WeakMap<Resource, Readonly<Record<string, Schema>>>();

/** The schemas of a resource's rows, by name. */
export function rowSchemas(resource: Resource): Readonly<Record<string, Schema>> {
  let made = schemas.get(resource);
  if (!made) schemas.set(resource, (made = makeSchemas(resource)));
  return made;
}

/** Every name of a field with what it holds. */
const named = (resource: Resource): (readonly [string, Field])[] =>
  fieldsOf(resource).flatMap(([key, field]) =>
    field.alias === undefined
      ? [[key, field] as const]
      : [[key, field] as const, [field.alias, field] as const],
  );

/**
 * What rows that are read have beside their own fields, and those just written have not: fields of the rows that
 * references point to, English names of accounts that signed and of what is named.
 */
function toldSchemas(resource: Resource): Record<string, Schema> {
  const reported = fieldsOf(resource).flatMap(([key, field]) => [
    ...Object.entries(field.tells ?? {}).map(
      ([name, of]) => [name, resourceOf(field.refers ?? '').fields[of]] as const,
    ),
    ...(field.signedBy === undefined && field.names === undefined
      ? []
      : [[`${key}En`, englishNameOf(field)] as const]),
  ]);
  return Object.fromEntries(
    reported.flatMap(([name, field]) =>
      field ? [[name, fieldSchema({ ...field, required: false, readOnly: true }, 'output')]] : [],
    ),
  );
}

const englishNameOf = (field: Field): Field => ({
  ...field,
  label: { zh: `${field.label.zh}英文名`, en: `${field.label.en}, English name` },
});

function makeSchemas(resource: Resource): Record<string, Schema> {
  const fields = named(resource);
  const given = fields.filter(([, field]) => !field.readOnly);
  const names = namesOf(resource);
  const required = given
    .filter(([key, field]) => field.required && field.initial === undefined && key !== resource.scope)
    .filter(([key]) => Object.hasOwn(resource.fields, key))
    .map(([key]) => key);
  return {
    [names.row]: {
      type: 'object',
      description: `${resource.label.en} / ${resource.label.zh}`,
      required: [...new Set(['id', resource.idName, ...fields.map(([key]) => key)])],
      properties: {
        id: ID,
        [resource.idName]: { ...ID, description: 'the same id under the name of the resource' },
        ...Object.fromEntries(fields.map(([key, field]) => [key, fieldSchema(field, 'output')])),
        ...toldSchemas(resource),
        titles: {
          type: 'object',
          description: 'what references and codes of the row stand for, in words, by field',
          additionalProperties: { type: 'string' },
        },
      },
    },
    [names.fields]: {
      type: 'object',
      properties: Object.fromEntries(given.map(([key, field]) => [key, fieldSchema(field, 'input')])),
    },
    [names.add]: { allOf: [refTo(names.fields)], ...(required.length > 0 ? { required } : {}) },
    [names.edit]: {
      allOf: [
        refTo(names.fields),
        {
          type: 'object',
          required: ['id'],
          properties: {
            id: ID,
            expected: {
              type: 'object',
              description:
                'what the caller saw in the fields that it changes; refused (409) where they differ by now',
            },
          },
        },
      ],
    },
  };
}
