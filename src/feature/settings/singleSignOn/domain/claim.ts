/** What the provider vouches for, as it came: nothing in it has a shape that can be relied on. */
export type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a claim: the one of this very name (names may be addresses with dots), else by dots into inner ones. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), claims);
}

/**
 * The values of a claim, each once. Providers give a list, a single text in place of a list of one, a number, or
 * nothing; whatever else it holds is left out.
 */
export function valuesAt(claims: Claims, name: string): readonly string[] {
  const value = claimAt(claims, name);
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return [
    ...new Set(
      all.flatMap((one) =>
        typeof one === 'string' ? [one.trim()] : typeof one === 'number' ? [String(one)] : [],
      ),
    ),
  ].filter((one) => one !== '');
}

/**
 * Whether the provider says that the claim holds more than it lists ("distributed claims" of OpenID Connect Core 5.6.2,
 * as Entra ID does beyond 200 groups): then what is missing is not what was taken away.
 */
export function isElsewhere(claims: Claims, name: string): boolean {
  if (claimAt(claims, name) !== undefined) return false;
  const names = claims['_claim_names'];
  return (
    (isObject(names) && Object.hasOwn(names, name)) || (name === 'groups' && claims['hasgroups'] === true)
  );
}

/** Whether the provider asked for a second factor: a value of `amr` or `acr` that the settings name. */
export const hasSecondFactor = (claims: Claims, accepted: ReadonlySet<string>): boolean =>
  ['amr', 'acr'].some((name) => valuesAt(claims, name).some((one) => accepted.has(`${name}:${one}`)));
