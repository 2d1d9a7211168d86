import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** A JSON schema, or a part of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Part>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Part>>;
    readonly responses: Readonly<Record<string, Reply>>;
  };
}

interface Reply {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json': { readonly schema: Part } };
}

interface Operation {
  readonly responses: { readonly 200: Reply };
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas of a document in which nothing may be answered that they do not name. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isPart(value)) return value;
  const told = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  return isPart(value['properties']) &&
    value['type'] === 'object' &&
    value['additionalProperties'] === undefined
    ? { ...told, additionalProperties: false }
    : told;
}

const escaped = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Compares answers with what the document declares of them.
 * @returns for a call and its answer what of it the document does not tell, a line each
 */
export function judgeOf(
  document: Document,
): (method: 'get' | 'post', path: string, answer: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  addFormats.default(ajv);
  const { paths, components } = closed(document) as Document;
  ajv.addSchema({ $id: 'https://meterhouse.example/api', paths, components });
  return (method, path, answer) => {
    const operation = document.paths[path]?.[method] as unknown as Operation;
    const reply = operation.responses[200];
    const at = reply.$ref?.slice(1) ?? `/paths/${escaped(path)}/${method}/responses/200`;
    const { content } = reply.$ref
      ? (components.responses[reply.$ref.split('/').at(-1) ?? ''] as Reply)
      : reply;
    // The success alone: of two ways in which an answer could be meant, the other is always wrong too.
    const twofold = 'oneOf' in (content?.['application/json'].schema ?? {});
    const schema = `${at}/content/${escaped('application/json')}/schema${twofold ? '/oneOf/0' : ''}`;
    const place = `https://meterhouse.example/api#${encodeURI(schema)}`;
    const check = ajv.getSchema(place) ?? ajv.compile({ $ref: place });
    if (check(answer)) return [];
    return (check.errors ?? []).slice(0, 5).map(({ instancePath, message, params, data }) => {
      const value = JSON.stringify(data) ?? 'undefined';
      return `${instancePath} ${message} ${JSON.stringify(params)} in ${value.slice(0, 120)}`;
    });
  };
}
