import { type Claims, valuesAt } from './claim.ts';

/** A row of the mapping that is in use. */
export interface Mapping {
  readonly groupName: string;
  /** Null = the group claim of the settings. */
  readonly claimName: string | null;
  /** Null = the default enterprise. */
  readonly consumerId: number | null;
  readonly roleIds: readonly number[];
}

/** What the groups of a person give. */
export interface Grant {
  readonly consumerId: number;
  /** Further enterprises that the same roles are given in. */
  readonly otherIds: readonly number[];
  readonly roleIds: readonly number[];
}

/**
 * What a person's groups give. An account has one list of roles for all its enterprises, so the roles are those of
 * one enterprise, and another one is reached as well only where its groups give every one of them too: membership in
 * two enterprises never adds up to more than was given in either.
 * @param mappings in their order; the first that fits says which enterprise is the own, unless `own` has one that fits
 * @param own the enterprise that the account has already
 * @returns null where nothing fits; `noEnterprise` where what fits names none and there is no default
 */
export function grantOf(
  mappings: readonly Mapping[],
  claims: Claims,
  { groupsClaim, defaultId, own }: { groupsClaim: string; defaultId: number | null; own: number | null },
): Grant | 'noEnterprise' | null {
  const held = new Map<string, ReadonlySet<string>>();
  const valuesOf = (name: string): ReadonlySet<string> => {
    let values = held.get(name);
    if (!values) held.set(name, (values = new Set(valuesAt(claims, name))));
    return values;
  };
  const fitting = mappings.filter((one) => valuesOf(one.claimName ?? groupsClaim).has(one.groupName));
  if (fitting.length === 0) return null;
  const byEnterprise = new Map<number, Set<number>>();
  for (const { consumerId, roleIds } of fitting) {
    const id = consumerId ?? defaultId;
    if (id === null) continue;
    const roles = byEnterprise.get(id) ?? new Set<number>();
    for (const role of roleIds) roles.add(role);
    byEnterprise.set(id, roles);
  }
  const first = own !== null && byEnterprise.has(own) ? own : [...byEnterprise.keys()][0];
  if (first === undefined) return 'noEnterprise';
  const roleIds = [...(byEnterprise.get(first) ?? [])].toSorted((a, b) => a - b);
  const otherIds = [...byEnterprise]
    .filter(([id, roles]) => id !== first && roleIds.every((role) => roles.has(role)))
    .map(([id]) => id);
  return { consumerId: first, otherIds: otherIds.toSorted((a, b) => a - b), roleIds };
}

/**
 * The roles of an account after a sign-in: what the groups gave before goes, what they give now comes, what an
 * administrator gave by hand stays.
 */
export const rolesAfter = (
  now: readonly number[],
  given: readonly number[],
  granted: readonly number[],
): readonly number[] =>
  [...new Set([...now.filter((one) => !given.includes(one)), ...granted])].toSorted((a, b) => a - b);
