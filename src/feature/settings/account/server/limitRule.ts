import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { recordRules } from './recordRule.ts';
import { PLACE_RULES } from './placeRule.ts';

// What the limits of a role narrow, as SQL conditions of a row: they stand in restrictive policies and are asked only
// where a limit is set. A policy sees other tables through their own policies, so a chain (file → device → site)
// follows by itself.

const quoted = (name: string): string => `"${snake(name)}"`;

/** The resources that a limit names or that lie in one: their rules are written by hand (`placeRule.ts`). */
const ROOTS = ['monitorSite', 'ammeter', 'gateway', 'orgAmmeter'];

/**
 * Accounts are narrowed by what they may see, files by the rows that name them; a row that names a person or a file
 * lies at no place thereby.
 */
const NO_PLACE = ['orgEmployee', 'fileRecord'];

/** The references of a definition that a limit narrows: to organisations, and to what is itself narrowed. */
function narrowing(resource: Resource): (readonly [string, string, boolean])[] {
  if (resource.scope === null) return [];
  return Object.entries(resource.fields).flatMap(([key, { refers, kind }]) => {
    if (refers === undefined || key === resource.scope || key === resource.tree || refers === resource.name)
      return [];
    return isOrganisation(refers) || (!NO_PLACE.includes(refers) && isLimited(resourceOf(refers)))
      ? [[key, refers, kind === 'references'] as const]
      : [];
  });
}

const isOrganisation = (refers: string): boolean => refers === 'org' || refers === 'orgUnit';

/** Whether limits narrow the rows of a resource. */
export const isLimited = (resource: Resource): boolean =>
  ROOTS.includes(resource.name) || snake(resource.name) in PLACE_RULES || narrowing(resource).length > 0;

/** A row that names no site, meter or unit belongs to the whole enterprise and is seen by all of it. */
function conditionOf(resource: Resource): string {
  const owner = quoted(resource.scope ?? '');
  const parts = narrowing(resource).map(([key, refers, many]) => {
    const column = quoted(key);
    if (isOrganisation(refers))
      return `(${column} is null or ${column} = ${owner} or in_limit(${owner}, ${column}))`;
    const shown = `select id from ${quoted(refers)}`;
    return many
      ? `(coalesce(cardinality(${column}), 0) = 0 or ${column} && array(${shown}))`
      : `(${column} is null or ${column} in (${shown}))`;
  });
  return parts.join(' and ');
}

/** Table → condition under which a limited account sees a row. */
export function limitRules(): ReadonlyMap<string, string> {
  const byHand = { ...PLACE_RULES, ...recordRules(isLimited) };
  const derived = resources
    .filter((one) => !ROOTS.includes(one.name) && !(snake(one.name) in byHand))
    .filter((one) => narrowing(one).length > 0)
    .map((one) => [snake(one.name), conditionOf(one)] as const);
  return new Map([...Object.entries(byHand), ...derived]);
}
