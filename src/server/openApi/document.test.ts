import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '#test/product.ts';
import { allRoutes } from '../app.ts';

interface Reply {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, Reply>>;
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
});
