/** A value that a call takes: scalars, lists of scalars, and objects of these. */
type Param =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean)[]
  | { readonly [key: string]: Param };

/** The parameters of a call. */
export type Params = Readonly<Record<string, Param>>;

/**
 * GET: empty and null values are dropped, lists are joined by commas, nested objects become `a.b`.
 */
export function encodeQuery(params: Params): URLSearchParams {
  const pairs = flatten(params).filter(([, value]) => value !== '');
  return new URLSearchParams(pairs);
}

/** POST: form-encoded; nested objects become `a.b`, lists are joined by commas, null is sent as empty. */
export function encodeForm(params: Params): URLSearchParams {
  return new URLSearchParams(flatten(params));
}

function flatten(params: Params, prefix = ''): [string, string][] {
  return Object.entries(params).flatMap(([key, value]): [string, string][] => {
    const name = prefix + key;
    if (value === undefined) return [];
    if (value === null) return [[name, '']];
    if (Array.isArray(value)) return [[name, value.join(',')]];
    if (typeof value === 'object') return flatten(value as Params, `${name}.`);
    return [[name, String(value)]];
  });
}
