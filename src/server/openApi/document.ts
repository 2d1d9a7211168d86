import { fieldsOf } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import type { Route } from '../route.ts';
import { readAnswers } from './answers.ts';
import type { Schema } from './answers.ts';
import { operationOf, tagOf } from './operation.ts';
import { namesOf, refTo, rowSchemas, searchSchema } from './row.ts';

const DESCRIPTION = `Every answer is the envelope \`{code, message, data}\` with the HTTP status 200; \`code\` 200 is success,
901 a session that is over, anything else a refusal in a sentence (of the language that \`Accept-Language\` asks for), with
\`field\` where it is about a parameter; \`x-fault-codes\` of a call lists the codes that it can answer. Calls that are made by POST need the header \`X-Meterhouse: 1\`; all but the public
ones need the session cookie that \`POST /api/sys/login\` sets. Times are ISO 8601 with an offset, days \`YYYY-MM-DD\`,
missing values null, never 0; units stand with the fields (\`x-unit\`). Empty values of a query or form count as not given.
A name that no call knows is passed over, unless it is close to one that the call knows: then it is refused by name.
Examples name rows of the demonstration, which a new installation has not: the ids of its own rows are in the answers of
\`getpage\` of the same resource, enterprises in those of \`/api/archive/consumer/getpage\`.`;

/** Codes of refusals, with what they mean. */
const CODES: Readonly<Record<number, string>> = {
  400: 'a parameter does not fit; `field` names it',
  403: 'not allowed, or the password is due for a change',
  404: 'there is no such row or call in what the account may see',
  409: 'it does not fit what is there: exists already, is used, was changed meanwhile',
  413: 'too large',
  423: 'the screen is locked',
  429: 'too many tries; later again',
  500: 'an error of the product, with its number',
  503: 'for the moment not to be answered; later again',
  901: 'no session, or it is over',
};

const FAULT = {
  type: 'object',
  description: 'A refusal.',
  required: ['code', 'message'],
  properties: {
    code: {
      type: 'integer',
      enum: Object.keys(CODES).map(Number),
      description: Object.entries(CODES)
        .map(([code, words]) => `${code}: ${words}`)
        .join('; '),
    },
    message: { type: 'string', description: 'a sentence for a person' },
    data: { description: 'what more there is to say' },
    field: { type: 'string', description: 'the parameter that it is about' },
  },
} as const;

const ANY_ROW = {
  type: 'object',
  description: 'A row of a resource.',
  required: ['id'],
  properties: { id: { type: 'integer' } },
  additionalProperties: true,
} as const;

interface Replies {
  readonly operationId: string;
  responses: Readonly<Record<string, Schema>>;
}

/** Tells a reply that several calls have once, under the name of the first; answers these. */
function shareReplies(operations: readonly object[]): Record<string, Schema> {
  const alike = new Map<string, Replies[]>();
  for (const operation of operations as Replies[]) {
    const key = JSON.stringify(operation.responses['200']);
    alike.set(key, [...(alike.get(key) ?? []), operation]);
  }
  const shared: Record<string, Schema> = {};
  for (const group of alike.values()) {
    const [first] = group;
    if (!first || group.length === 1) continue;
    shared[first.operationId] = first.responses['200'] as Schema;
    const $ref = `#/components/responses/${first.operationId}`;
    for (const one of group) one.responses = { ...one.responses, '200': { $ref } };
  }
  return shared;
}

/** The OpenAPI document of every call; `doors` are paths that are no calls of the browser. */
export function openApiDocument(
  routes: readonly Route[],
  doors: Readonly<Record<string, object>> = {},
): object {
  const answers = readAnswers();
  const paths: Record<string, Record<string, object>> = {};
  const methodOf = ({ method }: Route) => (method === 'GET' || method === 'DOWNLOAD' ? 'get' : 'post');
  const gets = new Set(routes.filter((route) => methodOf(route) === 'get').map(({ path }) => path));
  for (const route of routes)
    (paths[route.path] ??= {})[methodOf(route)] = operationOf(route, answers, gets.has(route.path));
  const replies = shareReplies(Object.values(paths).flatMap((methods) => Object.values(methods)));
  const schemas: Record<string, Schema> = { Fault: FAULT, AnyRow: ANY_ROW };
  const parameters: Record<string, Schema> = {};
  const addAll = (more: Readonly<Record<string, Schema>>): void => {
    for (const [name, schema] of Object.entries(more)) {
      if (Object.hasOwn(schemas, name)) throw new Error(`two schemas are named ${name}`);
      schemas[name] = schema;
    }
  };
  addAll(answers.components);
  for (const resource of resources) {
    addAll(rowSchemas(resource));
    for (const [key, field] of fieldsOf(resource))
      parameters[`${namesOf(resource).row}.${key}`] = { name: key, in: 'query', schema: searchSchema(field) };
  }
  const tags = [...new Set(routes.map(tagOf))].toSorted().map((name) => ({ name, description: name }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Meterhouse',
      version: '0.1.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'this product' }],
    tags: [
      ...tags,
      { name: 'ingest', description: 'doors of gateways' },
      { name: 'grafana', description: 'doors of Grafana' },
    ],
    components: {
      schemas,
      parameters,
      responses: {
        ...replies,
        Away: {
          description: 'The database or the disk cannot answer now; `Retry-After` says when to ask again.',
          content: { 'application/json': { schema: refTo('Fault') } },
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'meterhouse_session',
          description: 'over TLS `__Host-meterhouse_session`',
        },
        ownPage: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Meterhouse',
          description: 'the value 1: says that no page of elsewhere makes the call',
        },
        gateway: { type: 'http', scheme: 'bearer', description: 'the token of a gateway' },
        grafana: { type: 'http', scheme: 'bearer', description: 'the token of a door of Grafana' },
      },
    },
    paths: { ...paths, ...doors },
  };
}
