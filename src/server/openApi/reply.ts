import type { Resource } from '#contract/define.ts';
import type { Route } from '../route.ts';
import { answerKeyOf } from './answers.ts';
import type { Answers, Schema } from './answers.ts';
import { namesOf, refTo, rowSchemas } from './row.ts';
import { shapeOf } from './shape.ts';

/** Puts the rows of a resource where the type of a handler says no more than that there are some. */
function withRows(schema: unknown, row: Resource | undefined, adds: Route['adds'] = {}): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withRows(one, row));
  if (typeof schema !== 'object' || schema === null) return schema;
  const reported = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, withRows(one, row)]));
  if (reported['$ref'] === '#row') {
    if (row && Object.keys(adds).length > 0)
      return rowWithMore(row, { type: 'object', properties: textsOf(adds) });
    return { ...reported, ...refTo(row ? namesOf(row).row : 'AnyRow') };
  }
  const { 'x-row': besides, ...rest } = reported;
  return besides === true && row ? rowWithMore(row, rest) : rest;
}

const textsOf = (adds: NonNullable<Route['adds']>): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(adds).map(([name, { en, zh }]) => [
      name,
      { type: 'string', description: `${en} / ${zh}` },
    ]),
  );

/** A row with more beside its fields. */
function rowWithMore(row: Resource, { additionalProperties: _, ...rest }: Schema): Schema {
  const whole = shapeOf(rowSchemas(row)[namesOf(row).row] ?? {});
  const more = shapeOf(rest);
  return {
    ...rest,
    properties: { ...whole.properties, ...more.properties },
    required: [...new Set([...whole.required, ...more.required])],
  };
}

/** What a call answers: the envelope with what was asked for or a refusal, or a file. */
export function replyOf(route: Route, { answers }: Answers): Schema {
  if (route.method === 'DOWNLOAD')
    return {
      description: 'the file; a refusal is the envelope with its code',
      content: {
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
        'application/json': { schema: refTo('Fault') },
      },
    };
  const data = answers[answerKeyOf(route)];
  if (!data) throw new Error(`generated/answers.json does not know ${answerKeyOf(route)}: npm run generate`);
  const success = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { type: 'integer', const: 200, description: 'success' },
      message: { type: 'string' },
      data: withRows(data, route.row, route.adds),
    },
  };
  // A call that nobody may make is always refused.
  const schema = 'not' in data ? refTo('Fault') : { oneOf: [success, refTo('Fault')] };
  return {
    description: 'the envelope: what was asked for, or a refusal',
    content: { 'application/json': { schema } },
  };
}
