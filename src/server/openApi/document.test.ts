import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '#test/product.ts';
import { FAULT_CODES } from '#contract/error.ts';
import { fieldsOf } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import { allRoutes } from '../app.ts';
import { PUBLIC } from '../route.ts';
import { namesOf, schemaOf } from './row.ts';
import { isLoose, isQuery, shapeOf } from './shape.ts';

interface Reply {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
  readonly responses: Readonly<Record<string, Reply>>;
  readonly 'x-fault-codes'?: readonly number[];
}

let product: Product;
let text: string;
let operations: readonly (readonly [string, Operation])[];
beforeAll(async () => {
  product = await startProduct();
  text = (await product.app.inject({ url: '/openapi.json' })).body;
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
});
afterAll(() => product.close());

/** The numbers of a schema, and lists of them, with the words about each. */
function numbersIn(
  schema: unknown,
  at: string,
  name = '',
): (readonly [at: string, name: string, of: Json])[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => numbersIn(one, at, name));
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, ...rest } = schema as Json;
  const { type, items } = rest as { type?: unknown; items?: Json };
  const isNumber = (of: unknown): boolean => [of].flat().some((one) => one === 'number' || one === 'integer');
  return [
    ...(name !== '' && (isNumber(type) || (type === 'array' && isNumber(items?.['type'])))
      ? [[at, name, rest] as const]
      : []),
    ...Object.entries((properties ?? {}) as object).flatMap(([key, one]) =>
      numbersIn(one, `${at}.${key}`, key),
    ),
    ...Object.values(rest).flatMap((one) => numbersIn(one, at)),
  ];
}

/** The places of a schema at which it says nothing, not even in words. */
function mutePlaces(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, items, anyOf, oneOf, prefixItems, additionalProperties, ...own } = schema as Record<
    string,
    unknown
  >;
  const parts: (readonly [string, unknown])[] = [
    ...Object.entries((properties ?? {}) as object).map(([name, one]) => [`${at}.${name}`, one] as const),
    ...[anyOf, oneOf, prefixItems].flatMap((list) =>
      ((list ?? []) as unknown[]).map((one) => [at, one] as const),
    ),
    ...(items === undefined ? [] : [[`${at}[]`, items] as const]),
  ];
  const nothing = Object.keys(own).every((key) => key === 'type' && own[key] === 'object');
  const mute = nothing && parts.length === 0 && additionalProperties === undefined;
  const loose = typeof additionalProperties === 'object' && own['description'] === undefined;
  return [
    ...(mute ? [at] : []),
    ...(loose ? mutePlaces(additionalProperties, `${at}[name]`) : []),
    ...parts.flatMap(([place, one]) => mutePlaces(one, place)),
  ];
}

describe('the document of the API', () => {
  it('has no fault that a linter of the field finds, nor a warning that we do not mean', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // Refusals come with the HTTP status 200, as the envelope says.
        'operation-4xx-response': 'off',
        // examples.test.ts takes them to the schemas, in a tenth of the time.
        'no-invalid-media-type-examples': 'off',
      },
    });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    const said = problems.map(
      ({ severity, ruleId, message, location }) =>
        `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
    );
    expect(said.slice(0, 20)).toEqual([]);
  });

  it('knows every call, each by a name of its own', () => {
    expect(operations.length).toBeGreaterThanOrEqual(
      new Set(allRoutes.map(({ method, path }) => `${/GET|DOWNLOAD/.test(method)} ${path}`)).size,
    );
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
  });

  it('says what every call takes and what it answers', () => {
    const { schemas, responses } = (
      JSON.parse(text) as {
        components: { schemas: Record<string, object>; responses: Record<string, Reply> };
      }
    ).components;
    const replies = [
      ...operations.map(([name, operation]) => [name, operation.responses['200']] as const),
      ...Object.entries(responses),
    ];
    const mute = [
      ...replies.flatMap(([name, reply]) => mutePlaces(reply?.content?.['application/json']?.schema, name)),
      ...Object.entries(schemas).flatMap(([name, schema]) => mutePlaces(schema, name)),
    ];
    expect(mute).toEqual([]);
  });

  /** The operation that tells of a call. */
  const operationOf = (route: (typeof allRoutes)[number]): Operation | undefined =>
    operations.find(([name]) => name === `${isQuery(route) ? 'get' : 'post'} ${route.path}`)?.[1];

  it('names every parameter of every call, each with what it is', () => {
    const { schemas } = (JSON.parse(text) as { components: { schemas: Record<string, Json> } }).components;
    const whole = (schema: Json): Json => {
      const to =
        typeof schema['$ref'] === 'string' ? schemas[schema['$ref'].split('/').at(-1) ?? ''] : undefined;
      const parts = [schema['allOf'], schema['anyOf'], schema['oneOf']].flatMap(
        (list) => (list ?? []) as Json[],
      );
      return Object.assign({}, ...parts.map(whole), to ? whole(to) : {}, schema['properties']) as Json;
    };
    const faults = allRoutes.flatMap((route) => {
      const name = `${route.method} ${route.path}`;
      const operation = operationOf(route);
      const wanted = Object.keys(shapeOf(schemaOf(route.params, 'input')).properties);
      const loose = isLoose(route) && route.row !== undefined;
      if (isQuery(route)) {
        const { parameters = [] } = operation ?? {};
        const told = parameters.map((one) => one['name']);
        const fields = parameters.filter((one) => String(one['$ref']).startsWith('#/components/parameters/'));
        return [
          ...wanted.filter((one) => !told.includes(one)).map((one) => `${name}: ${one}`),
          ...(loose && fields.length === 0 ? [`${name}: fields of the row`] : []),
          ...parameters.filter((one) => one['name'] !== undefined).flatMap((one) => mutePlaces(one['schema'] ?? (one['content'] as Json)['application/json'], `${name} ${String(one['name'])}`)), // prettier-ignore
        ];
      }
      return Object.entries(operation?.requestBody?.content ?? { none: { schema: {} } }).flatMap(
        ([type, { schema }]) => {
          const told = whole(schema);
          const at = `${name} ${type}`;
          return [
            ...wanted.filter((one) => told[one] === undefined).map((one) => `${at}: ${one}`),
            ...(loose && Object.keys(told).length <= 1 ? [`${at}: fields of the row`] : []),
            ...Object.entries(told).flatMap(([one, its]) => mutePlaces(its, `${at} ${one}`)),
          ];
        },
      );
    });
    // A value of any kind, by its very sense; and the number of a row that is tried before it is saved.
    const any = / (fieldValue|expected|confirmed|scene|elements|data|params|\S*\[name\])$|\/preview \S+: id$/;
    expect(faults.filter((fault) => !any.test(fault))).toEqual([]);
  });

  it('of a call with files says which part is the file', () => {
    const uploads = allRoutes.filter(({ method }) => method === 'UPLOAD');
    expect(uploads.length).toBeGreaterThan(10);
    const without = uploads.filter((route) => !JSON.stringify(operationOf(route)?.requestBody?.content['multipart/form-data']?.schema ?? {}).includes('"upFile":{"type":"string","format":"binary"')); // prettier-ignore
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('tells the unit of each field that has one, and the code of each refusal', () => {
    const { schemas } = (
      JSON.parse(text) as { components: { schemas: Record<string, { properties?: Record<string, Json> }> } }
    ).components;
    const units = resources.flatMap((resource) =>
      fieldsOf(resource).flatMap(([key, { unit }]) =>
        unit === undefined ? [] : [[namesOf(resource).row, key, unit] as const],
      ),
    );
    expect(units.length).toBeGreaterThan(20);
    const told = units.map(([row, key]) => [row, key, schemas[row]?.properties?.[key]?.['x-unit']]);
    expect(told).toEqual(units);
    const code = schemas['Fault']?.properties?.['code'];
    expect(code?.['enum']).toEqual([...FAULT_CODES]);
    for (const one of (code?.['enum'] ?? []) as number[])
      expect(code?.['description']).toMatch(new RegExp(`(^|; )${one}: \\w`));
  });

  it('tells the unit of every number of an answer whose name or words have one', () => {
    const { components } = JSON.parse(text) as { components: Record<string, object> };
    const numbers = numbersIn([components['schemas'], operations.map(([, one]) => one.responses)], 'answers');
    const unitOf = ([, name, { description = '' }]: (typeof numbers)[number]): string | undefined => {
      const end = /[a-z](Ms|Seconds|Minutes|Hours|Days|Bytes|Percent)$/.exec(name)?.[1];
      if (end !== undefined && !/Per[A-Z]/.test(name))
        return { Ms: 'ms', Seconds: 's', Minutes: 'min', Hours: 'h', Days: 'd', Bytes: 'B', Percent: '%' }[
          end
        ];
      const first = /^(ms|s|%|kW|kWp|kWh|kVA|Yuan|Percent|Floored percent)(?=$|[.;:])/.exec(
        String(description),
      )?.[1];
      return first && ({ Yuan: 'yuan', Percent: '%', 'Floored percent': '%' }[first] ?? first);
    };
    const wanted = numbers.flatMap((one) => {
      const unit = unitOf(one);
      return unit === undefined || /other energies|by kind/.test(String(one[2]['description']))
        ? []
        : [[one, unit] as const];
    });
    expect(wanted.length).toBeGreaterThan(80);
    const silent = wanted.filter(([[, , of], unit]) => of['x-unit'] !== unit);
    expect(silent.map(([[at], unit]) => `${at}: ${unit}`)).toEqual([]);
  });

  it('lists for every call the codes of the refusals that it can answer, and none that is no code', () => {
    const calls = allRoutes.map((route) => [route, operationOf(route)?.['x-fault-codes'] ?? []] as const);
    const unknown = calls.filter(([, codes]) =>
      codes.some((one) => !(FAULT_CODES as readonly number[]).includes(one)),
    );
    expect(unknown.map(([{ path }]) => path)).toEqual([]);
    const lacking = calls.flatMap(([route, codes]) => {
      const wanted = [
        403,
        500,
        503,
        ...(route.permission === PUBLIC ? [] : [423, 901]),
        ...(isQuery(route) ? [] : [400, 409, 413]),
        ...(Object.keys(shapeOf(schemaOf(route.params, 'input')).properties).length > 0 ? [400] : []),
        // A row that is named may be gone.
        ...(/\/(get|edit|del|editfield)$/.test(route.path) &&
        route.answerOf !== 'resource/refusal' &&
        route.row
          ? [404]
          : []),
      ];
      return wanted
        .filter((one) => !codes.includes(one))
        .map((one) => `${route.method} ${route.path}: ${one}`);
    });
    expect(lacking).toEqual([]);
    const codesOf = (path: string): readonly number[] =>
      calls.find(([route]) => route.path === path)?.[1] ?? [];
    expect(codesOf('/api/sys/login')).toContain(429);
    expect(codesOf('/api/sys/login')).not.toContain(901);
    expect(codesOf('/api/task/get')).toContain(404);
    expect(codesOf('/api/task/get')).not.toContain(409);
  });
});
