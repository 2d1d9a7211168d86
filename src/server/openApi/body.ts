import type { Resource } from '#contract/define.ts';
import type { Route } from '../route.ts';
import type { Schema } from './answers.ts';
import { conforming, shownRow } from './example.ts';
import { namesOf, refTo, rowSchemas, schemaOf } from './row.ts';
import { isLoose, isQuery, type Shape, shapeOf } from './shape.ts';

const FILE = { type: 'string', format: 'binary', description: 'the file' };

/** A row of a resource with the parameters that the call has besides. */
function rowBody(row: Resource, shape: Shape, more: Readonly<Record<string, Schema>>): Schema {
  const names = namesOf(row);
  const change = shape.required.includes('id')
    ? names.edit
    : 'id' in shape.properties
      ? names.fields
      : names.add;
  const own = Object.entries(shape.properties).filter(
    ([name]) => name !== 'id' && !Object.hasOwn(row.fields, name),
  );
  const properties = { ...Object.fromEntries(own), ...more };
  if (Object.keys(properties).length === 0) return refTo(change);
  const required = shape.required.filter((name) => Object.hasOwn(properties, name));
  return {
    allOf: [refTo(change), { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }],
  };
}

/** What a reader can send as it stands, in the types of the schema; undefined where a call shows none. */
export function exampleOf(route: Route, shape: Shape): Record<string, unknown> | undefined {
  const row = isLoose(route) ? route.row : undefined;
  const adds = !isQuery(route) && !shape.required.includes('id');
  const given = route.example ?? (row && adds ? shownRow(row) : undefined);
  if (!given) return undefined;
  const fields = row ? shapeOf(rowSchemas(row)[namesOf(row).fields] ?? {}).properties : {};
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      conforming(value, shape.properties[name] ?? fields[name] ?? {}),
    ]),
  );
}

/** The fields of a form with its file; the file is binary, what stands here is its content. */
const withFile = ({ exampleFile = 'the content of the file' }: Route, example: object = {}): object => ({
  ...example,
  upFile: exampleFile,
});

/** What a call takes in its body: JSON, a form, or a form with files. */
export function bodyOf(route: Route): Schema {
  const reported = schemaOf(route.params, 'input');
  const shape = shapeOf(reported);
  const upload = route.method === 'UPLOAD';
  const more: Record<string, Schema> = upload ? { upFile: FILE } : {};
  const schema =
    route.row && isLoose(route)
      ? rowBody(route.row, shape, more)
      : upload
        ? {
            ...reported,
            properties: { ...shape.properties, ...more },
            ...(route.filesOptional ? {} : { required: [...shape.required, 'upFile'] }),
          }
        : reported;
  const example = exampleOf(route, shape);
  const content = { schema, ...(example ? { example } : {}) };
  if (upload && !route.filesOptional)
    return {
      required: true,
      content: { 'multipart/form-data': { schema, example: withFile(route, example) } },
    };
  const plain = { 'application/json': content, 'application/x-www-form-urlencoded': { schema } };
  return {
    ...(shape.required.length > 0 ? { required: true } : {}),
    content: upload
      ? { ...plain, 'multipart/form-data': { schema, example: withFile(route, example) } }
      : plain,
  };
}
