import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Route } from '../route.ts';
import type { Schema } from './answers.ts';
import { exampleOf } from './body.ts';
import { namesOf, schemaOf } from './row.ts';
import { isLoose, shapeOf } from './shape.ts';

/** A list or an object in a query is its JSON text; a list of plain values may be repeated or joined by commas. */
function parameterOf(name: string, schema: Schema, required: boolean, example: unknown): Schema {
  const { type, items } = schema as { type?: unknown; items?: Schema };
  const structured = type === 'object' || (type === 'array' && items?.['type'] === 'object');
  const shown = example === undefined ? {} : { example };
  return {
    name,
    in: 'query',
    required,
    ...(structured ? { content: { 'application/json': { schema, ...shown } } } : { schema, ...shown }),
  };
}

/** The parameters that name fields of a row: the same in every search of the resource. */
const fieldParameters = (resource: Resource, but: readonly string[]): Schema[] =>
  fieldsOf(resource)
    .filter(([key]) => !but.includes(key))
    .map(([key]) => ({ $ref: `#/components/parameters/${namesOf(resource).row}.${key}` }));

/** What a call takes in its address. */
export function parametersOf(route: Route): Schema[] {
  const shape = shapeOf(schemaOf(route.params, 'input'));
  const { properties, required } = shape;
  const example = exampleOf(route, shape);
  const own = Object.entries(properties).map(([name, schema]) =>
    parameterOf(name, schema, required.includes(name), example?.[name]),
  );
  const { row } = route;
  return row && isLoose(route) ? [...own, ...fieldParameters(row, Object.keys(properties))] : own;
}
