import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ANY_SESSION, PUBLIC } from '../route.ts';
import type { Route } from '../route.ts';
import { apiPage, apiPagePolicy } from './apiPage.ts';
import type { WebConfig } from '../webConfig.ts';
import { allowPage } from './headers.ts';
import { onlyNear } from './near.ts';

const ENVELOPE = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'integer', description: '200 = success, 901 = session expired, else a failure' },
    message: { type: 'string' },
    data: {},
    field: { type: 'string', description: 'the parameter that a failure is about' },
  },
} as const;

function parametersOf(route: Route): object {
  return z.toJSONSchema(route.params, { io: 'input', unrepresentable: 'any' });
}

function operation(route: Route): object {
  const schema = parametersOf(route) as { properties?: Record<string, object>; required?: string[] };
  const query = route.method === 'GET' || route.method === 'DOWNLOAD';
  const type = route.method === 'UPLOAD' ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const upload =
    route.method === 'UPLOAD'
      ? { ...schema, properties: { ...schema.properties, upFile: { type: 'string', format: 'binary' } } }
      : schema;
  const reply =
    route.method === 'DOWNLOAD'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: ENVELOPE } };
  return {
    summary: `${route.summary.en} / ${route.summary.zh}`,
    tags: [route.path.split('/').slice(2, 4).join('/')],
    ...(route.permission === PUBLIC
      ? {}
      : route.permission === null
        ? { 'x-any-session': ANY_SESSION[route.why].en }
        : { 'x-function-code': route.permission }),
    security: route.permission === PUBLIC ? [] : [{ session: [] }],
    ...(query
      ? {
          parameters: Object.entries(schema.properties ?? {}).map(([name, property]) => ({
            name,
            in: 'query',
            required: schema.required?.includes(name) ?? false,
            schema: property,
            ...(route.example?.[name] === undefined ? {} : { example: route.example[name] }),
          })),
        }
      : {
          requestBody: {
            content: { [type]: { schema: upload, ...(route.example ? { example: route.example } : {}) } },
          },
        }),
    responses: { '200': { description: 'the envelope', content: reply } },
  };
}

/** The OpenAPI document of every call; `doors` are paths that are no calls of the browser. */
export function openApiDocument(
  routes: readonly Route[],
  doors: Readonly<Record<string, object>> = {},
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const method = route.method === 'GET' || route.method === 'DOWNLOAD' ? 'get' : 'post';
    (paths[route.path] ??= {})[method] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Meterhouse',
      version: '0.1.0',
      description: 'State-changing calls need the header `X-Meterhouse: 1` and the session cookie.',
    },
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'meterhouse_session',
          description: 'over TLS `__Host-meterhouse_session`',
        },
        gateway: { type: 'http', scheme: 'bearer' },
      },
    },
    paths: { ...paths, ...doors },
  };
}

/** `/openapi.json` and the page to browse it at `/openapi`. */
export function mountOpenApi(
  app: FastifyInstance,
  routes: readonly Route[],
  doors: Readonly<Record<string, object>>,
  web: WebConfig,
): void {
  const near = { onRequest: onlyNear(web) };
  let document: object | undefined;
  app.get('/openapi.json', near, async () => (document ??= openApiDocument(routes, doors)));
  app.get('/openapi', near, async (_request, reply) => {
    allowPage(reply, apiPagePolicy);
    return reply.type('text/html; charset=utf-8').send(apiPage);
  });
}
