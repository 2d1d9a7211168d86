import { englishTitleOf, type Resource } from '#contract/define.ts';
import { kindContracts } from '#contract/kinds.ts';
import { secondAt } from '#domain/time/text.ts';
import { shownDay } from '#field/date/contract.ts';
import { resourceOf } from '#resource/index.ts';
import { deviceSecond } from '#web/session/zone.ts';
import { currentLanguage } from '#web/text/language.ts';
import type { ResourceRow } from './kindWeb.ts';

/** `org` = an enterprise, a site or a unit: no resource of its own, but a tree over three. */
const ORG = 'org';

/** The resource that a reference points to; null for `org`. */
export const targetOf = (refers: string | undefined): Resource | null =>
  refers === undefined || refers === ORG ? null : resourceOf(refers);

/**
 * The title of a row: its title field, in words where that is itself a reference, in English where it has such a name.
 * @param zone in which an instant is told; without it that of the device
 */
export function titleOf(resource: Resource, row: ResourceRow, zone?: string): string {
  const english = currentLanguage() !== 'zh' ? englishTitleOf(resource) : undefined;
  const name = english && row.titles?.[resource.title] === undefined ? row[english] : undefined;
  return name ? String(name) : titleFieldOf(resource, row, zone);
}

/** What stands in the title field of a row, as it is entered, sorted and searched. */
function titleFieldOf(resource: Resource, row: ResourceRow, zone: string | undefined): string {
  const value = row.titles?.[resource.title] ?? row[resource.title];
  if (value == null || value === '') return `#${row.id}`;
  const field = resource.fields[resource.title];
  if (field?.kind === 'choice') return kindContracts.choice.format(value, field, currentLanguage());
  if (field?.kind === 'date') return shownDay(value, field);
  if (field?.kind !== 'dateTime') return String(value);
  return zone === undefined ? deviceSecond(String(value)) : secondAt(zone, String(value));
}

/** The field that tells rows of the same title apart: the first unique text that is not the title. */
export function codeFieldOf(resource: Resource): string | undefined {
  return resource.unique
    .flat()
    .find((name) => name !== resource.title && resource.fields[name]?.kind === 'text');
}

/** The field that says whose row it is, where every row has an owner. */
export function ownerFieldOf(resource: Resource): string | undefined {
  const { scope } = resource;
  return scope !== null && scope !== 'id' && resource.fields[scope]?.required ? scope : undefined;
}
