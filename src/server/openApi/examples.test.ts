import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldsOf } from '#contract/define.ts';
import { ingestApi } from '#feature/meters/ingest/server/public.ts';
import { allRoutes } from '../app.ts';
import { doors as ways } from '../features.ts';
import { dropEmpty } from '../plugin/params.ts';
import { defineRoute, PUBLIC } from '../route.ts';
import type { Route } from '../route.ts';
import { bodyOf, exampleOf } from './body.ts';
import { parametersOf } from './parameters.ts';
import { namesOf, rowSchemas, schemaOf } from './row.ts';
import { isLoose, isQuery, shapeOf } from './shape.ts';

type Json = Readonly<Record<string, unknown>>;

interface Media {
  readonly example?: Json;
}

interface Parameter {
  readonly name?: string;
  readonly example?: unknown;
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

interface Door {
  readonly parameters?: readonly (Parameter & { readonly required: boolean })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

/** The values that the document shows of a call, by the name of the parameter. */
function shownOf(route: Route): Json {
  if (isQuery(route)) {
    const shown = (parametersOf(route) as Parameter[]).map(
      ({ name, example, content }) =>
        [name ?? '', example ?? content?.['application/json']?.example] as const,
    );
    return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
  }
  const { content } = bodyOf(route) as { content: Readonly<Record<string, Media>> };
  return (content['application/json'] ?? content['multipart/form-data'])?.example ?? {};
}

/** What a call cannot do without: of its own parameters, of the row that it adds, and its file. */
function needsOf(route: Route): readonly string[] {
  const { properties, required } = shapeOf(schemaOf(route.params, 'input'));
  const adds = isLoose(route) && !isQuery(route) && route.row && !Object.hasOwn(properties, 'id');
  const ofRow = adds ? shapeOf(rowSchemas(route.row)[namesOf(route.row).add] ?? {}).required : [];
  const file = route.method === 'UPLOAD' && !route.filesOptional ? ['upFile'] : [];
  return [...new Set([...required, ...ofRow, ...file])];
}

/** What a value of the example is that stands for a field of the row. */
function rowFaults(route: Route, own: readonly string[], shown: Json): string[] {
  const fields = new Map(
    isLoose(route) && route.row
      ? fieldsOf(route.row).flatMap(([key, field]) =>
          [key, field.alias].flatMap((name) => (name === undefined ? [] : [[name, field] as const])),
        )
      : [],
  );
  return Object.entries(shown).flatMap(([name, value]) => {
    if (own.includes(name) || name === 'upFile') return [];
    const field = fields.get(name);
    if (!field) return [`shows ${name}, which it does not know`];
    const { success, error } = field.schema.safeParse(value);
    return success ? [] : [`${name}: ${error.issues[0]?.message}`];
  });
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** What of the call's own parameters is not of the type that the document tells. */
function typeFaults(route: Route, own: readonly string[], shown: Json): string[] {
  const values = Object.fromEntries(Object.entries(shown).filter(([name]) => own.includes(name)));
  if (ajv.validate(schemaOf(route.params, 'input'), values)) return [];
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message} in the document`);
}

/** What is wrong with the example of a call. */
function faultsOf(route: Route): string[] {
  const shape = shapeOf(schemaOf(route.params, 'input'));
  const own = Object.keys(shape.properties);
  const fields = isLoose(route) && route.row !== undefined;
  if (own.length === 0 && !fields && route.method !== 'UPLOAD') return [];
  if (!exampleOf(route, shape)) return ['has no example'];
  const shown = shownOf(route);
  const checked = route.params.safeParse(dropEmpty(shown));
  return [
    ...needsOf(route).flatMap((name) => (shown[name] === undefined ? [`does not show ${name}`] : [])),
    ...(checked.success
      ? []
      : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
    ...(checked.success ? typeFaults(route, own, shown) : []),
    ...rowFaults(route, own, shown),
  ];
}

const named = (route: Route, fault: string): string => `${route.method} ${route.path} ${fault}`;

describe('the examples of the document', () => {
  it('are there for every call that takes something, show what it needs, and are what it takes', () => {
    expect(allRoutes.flatMap((route) => faultsOf(route).map((fault) => named(route, fault)))).toEqual([]);
  });

  it('are missed where a call has none, lacks a parameter, or shows what it would refuse', () => {
    const call = (example?: Json): Route =>
      defineRoute({
        method: 'POST',
        path: '/api/example/meter/read',
        summary: { zh: '示例', en: 'Example' },
        permission: PUBLIC,
        params: z.object({ id: z.int().min(1), at: z.iso.date() }),
        ...(example ? { example } : {}),
        handler: async () => null,
      });
    expect(faultsOf(call({ id: 1, at: '2026-01-31' }))).toEqual([]);
    expect(faultsOf(call())).toEqual(['has no example']);
    expect(faultsOf(call({ id: 1 }))[0]).toBe('does not show at');
    expect(faultsOf(call({ id: 0, at: '2026-01-31' }))[0]).toMatch(/^id: /);
    expect(faultsOf(call({ id: 1, at: '2026-01-31', of: 1 }))).toEqual(['shows of, which it does not know']);
  });

  it('are there for the doors of gateways and of Grafana too', () => {
    const doors = Object.entries(
      Object.assign({}, ingestApi, ...ways.map(({ api }) => api)) as Record<string, Record<string, Door>>,
    );
    const places = doors.flatMap(([path, methods]) =>
      Object.values(methods).flatMap(({ parameters = [], requestBody }) => [
        ...parameters.filter(({ required }) => required).map((one) => [`${path} ${one.name}`, one] as const),
        ...Object.values(requestBody?.content ?? {}).map((one) => [path, one] as const),
      ]),
    );
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter(([, { example }]) => example === undefined).map(([at]) => at)).toEqual([]);
  });
});
