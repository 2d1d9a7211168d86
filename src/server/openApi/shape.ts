import type { Route } from '../route.ts';
import type { Schema } from './answers.ts';
import { schemaOf } from './row.ts';

/** The names that a schema has, and which of them must be there. */
export interface Shape {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** The names that parameters have, whatever way their schema is put together. */
export function shapeOf(schema: Schema): Shape {
  const parts = [schema['allOf'], schema['anyOf'], schema['oneOf']].flatMap((list) =>
    Array.isArray(list) ? (list as Schema[]).map(shapeOf) : [],
  );
  const { properties = {}, required = [] } = schema as Partial<Shape>;
  const all = Object.assign({}, ...parts.map((part) => part.properties), properties) as Shape['properties'];
  return { properties: all, required: [...required] };
}

/** Parameters travel in the address. */
export const isQuery = ({ method }: Route): boolean => method === 'GET' || method === 'DOWNLOAD';

/** Takes names of fields besides its own. */
export const isLoose = (route: Route): boolean => 'additionalProperties' in schemaOf(route.params, 'input');
