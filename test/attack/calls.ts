import type { Chance } from './chance.ts';
import { hostileText, hostileValue, nested } from './hostileValue.ts';

/** A call of the API page, with what is known of its parameters. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly upload: boolean;
  readonly params: Readonly<Record<string, Schema>>;
  readonly example: Readonly<Record<string, unknown>>;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}

/** A request as it goes over the wire. */
export interface Shot {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

interface Parameter {
  readonly name: string;
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly $ref?: string;
}

interface Body {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Body[];
  readonly $ref?: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    content: Record<string, { schema?: Body; example?: Record<string, unknown> }>;
  };
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components?: object;
}

/** The calls that `/openapi.json` tells. */
export function routesOf(document: Document): Route[] {
  const found = <T extends { readonly $ref?: string }>(one: T): T =>
    one.$ref === undefined
      ? one
      : (one.$ref
          .split('/')
          .slice(1)
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T);
  const propertiesOf = (body: Body): Record<string, Schema> => {
    const { allOf = [], properties } = found(body);
    return Object.assign({}, ...allOf.map(propertiesOf), properties) as Record<string, Schema>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Route => {
      const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const named = parameters.map(found);
      const given = named.map(({ name, schema }) => [name, schema ?? {}] as const);
      const shown = named.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]]));
      return {
        method: method === 'get' ? 'GET' : 'POST',
        path,
        upload: type.startsWith('multipart'),
        params: { ...Object.fromEntries(given), ...propertiesOf(content?.schema ?? {}) },
        example: { ...Object.fromEntries(shown), ...content?.example },
      };
    }),
  );
}

/** Calls that end what the attack itself stands on: they are sent by a stranger alone. */
export const ENDS_ITSELF =
  /\/(logout|lock|unlock|login\w*|endSession\w*|resetPassword|updatePassword|changePassword|signInRule\/edit)$/i;
const TAKES_AWAY = /\/(del\w*|remove\w*|undo\w*|stop\w*|void\w*|revoke\w*|restore\w*)$/i;

/** A value that a person might mean, by the schema. */
function meant(chance: Chance, schema: Schema): unknown {
  const one = schema.anyOf ? chance.of(schema.anyOf) : schema;
  if (one.enum) return chance.of(one.enum);
  const type = Array.isArray(one.type) ? one.type[0] : one.type;
  if (type === 'integer' || type === 'number') return 1 + chance.below(40);
  if (type === 'boolean') return chance.percent(50);
  if (type === 'array') return [1 + chance.below(40)];
  return chance.of(['1', '2025-06-01', '2025-06', '2025', 'PP', 'day', 'month', 'name', '1,2,3']);
}

/** Parameters of a call: some as meant, some hostile, now and then one that does not exist. */
function paramsOf(chance: Chance, route: Route): Record<string, unknown> {
  const params: Record<string, unknown> = { ...route.example };
  const all = chance.percent(30);
  const safe = TAKES_AWAY.test(route.path);
  for (const [name, schema] of Object.entries(route.params)) {
    if (all || chance.percent(25)) params[name] = safe ? hostileText(chance) : hostileValue(chance);
    else if (params[name] === undefined && chance.percent(70)) params[name] = safe ? 2_000_000_000 : meant(chance, schema);
    if (chance.percent(4)) delete params[name];
  }
  if (chance.percent(5)) params[hostileText(chance).slice(0, 60)] = hostileValue(chance);
  return params;
} // prettier-ignore

const asText = (value: unknown): string =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A text as a browser writes it into an address: half characters become the sign for them. */
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

const formOf = (params: Record<string, unknown>): string =>
  Object.entries(params).map(([key, value]) => `${encoded(key)}=${encoded(asText(value))}`).join('&'); // prettier-ignore

const EDGE = 'fuzzed-edge';
function multipartOf(chance: Chance, params: Record<string, unknown>): Buffer {
  const parts = Object.entries(params).map(
    ([key, value]) =>
      `--${EDGE}\r\nContent-Disposition: form-data; name="${key.replaceAll(/["\r\n]/g, '_')}"\r\n\r\n${asText(value)}\r\n`,
  );
  const name = chance.of(['a.csv', 'a.xlsx', '../../a', 'a\0.png', '', '名.svg', 'x'.repeat(300)]);
  const content = chance.of([
    Buffer.from('time,kWh\r\n2025-01-01 00:00,1\r\n'), Buffer.alloc(0), chance.bytes(300), Buffer.from('PK\u0003\u0004'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), Buffer.from('\uFEFF"a\n'.repeat(50)),
    Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('%PDF-1.7'), Buffer.from(nested(5000)),
  ]); // prettier-ignore
  const file = `--${EDGE}\r\nContent-Disposition: form-data; name="upFile"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const end = chance.percent(90) ? `\r\n--${EDGE}--\r\n` : '';
  return Buffer.concat([Buffer.from(parts.join('')), Buffer.from(file), content, Buffer.from(end)]);
}

/** Headers that are odd, none that would let the call pass as another's. */
function oddHeaders(chance: Chance): Record<string, string> {
  const text = hostileText(chance).replaceAll(/[^\x20-\x7e]/g, '?');
  return chance.of<Record<string, string>>([
    {}, {}, {}, {}, { 'accept-language': text }, { 'x-forwarded-for': text }, { 'x-forwarded-proto': text }, { origin: text },
    { 'if-modified-since': text }, { range: 'bytes=0-1,5-2' }, { 'accept-encoding': text }, { 'content-encoding': 'gzip' },
    { 'content-type': text }, { 'content-type': 'application/json; charset=utf-7' }, { 'transfer-encoding': 'chunked' }, { expect: '200-ok' },
    { cookie: `meterhouse_session=${text.replaceAll(/[;,]/g, '')}` }, { authorization: `Bearer ${text}` },
  ]); // prettier-ignore
}

/** One fuzzed request of a route. */
export function shotOf(chance: Chance, route: Route): Shot {
  const params = paramsOf(chance, route);
  const path = chance.percent(2) ? `${route.path}/${encoded(hostileText(chance)).slice(0, 500)}` : route.path;
  const odd = oddHeaders(chance);
  if (route.method === 'GET') {
    const query = formOf(params).slice(0, 12_000).replace(/%[0-9A-F]?$/, '');
    return { route, method: chance.percent(97) ? 'GET' : 'POST', path: `${path}?${query}`, headers: odd, body: undefined };
  }
  const [type, body] = route.upload
    ? [`multipart/form-data; boundary=${EDGE}`, multipartOf(chance, params)]
    : chance.percent(20)
      ? ['application/x-www-form-urlencoded', Buffer.from(formOf(params))]
      : ['application/json', Buffer.from(JSON.stringify(params))];
  const broken = chance.percent(6)
    ? chance.of([body.subarray(0, chance.below(body.length + 1)), chance.bytes(200), Buffer.from(nested(20_000)), Buffer.alloc(0)])
    : body;
  return { route, method: 'POST', path, headers: { 'content-type': type, ...odd }, body: broken };
} // prettier-ignore
