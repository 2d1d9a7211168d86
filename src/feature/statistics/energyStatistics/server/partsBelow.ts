import type { AnalysisContext } from '#feature/meters/analysisFrame/server/public.ts';
import type { SignedMeter } from '#feature/meters/subject/server/public.ts';
import type { Ground } from './asked.ts';
import type { Counted } from './byObject.ts';
import { metersOfOrg, type MetersByType } from './comprehensive.ts';

const REST = { zh: '其余（不属于任何下级）', en: 'The rest (in none below)' };

/**
 * The organisations right below the object with what they leave of it: units where there are some, else sites, which hold
 * the same meters (decision 84). Together they are the object, whatever they share.
 */
export function partsBelow(
  { organisation, subject }: Pick<AnalysisContext, 'organisation' | 'subject'>,
  { config, meters }: Pick<Ground, 'config' | 'meters'>,
): Counted[] {
  const below = organisation.nodes
    .filter((node) => node.parentId === subject.orgId)
    .map(({ id, name, kind }) => ({
      kind,
      part: { key: `o${id}`, name, meters: metersOfOrg(organisation, id, config), object: { orgId: id } },
    }))
    .filter(({ part }) => part.meters.size > 0);
  const units = below.filter(({ kind }) => kind === 'unit');
  const parts = (units.length > 0 ? units : below).map(({ part }) => part);
  const rest = restOf(meters, parts);
  return parts.length === 0 || rest.size === 0
    ? parts
    : [...parts, { key: 'other', name: REST, meters: rest }];
}

/** What parts leave of the meters of each energy; a meter that several of them hold is taken off again. */
function restOf(whole: MetersByType, parts: readonly { readonly meters: MetersByType }[]): MetersByType {
  const rest = new Map<string, readonly SignedMeter[]>();
  for (const type of new Set([...whole.keys(), ...parts.flatMap((part) => [...part.meters.keys()])])) {
    const net = new Map<number, number>();
    const count = (list: readonly SignedMeter[], by: 1 | -1): void =>
      list.forEach(({ meterId, sign }) => net.set(meterId, (net.get(meterId) ?? 0) + by * sign));
    count(whole.get(type) ?? [], 1);
    for (const part of parts) count(part.meters.get(type) ?? [], -1);
    const terms = [...net].flatMap(([meterId, times]) =>
      Array.from({ length: Math.abs(times) }, (): SignedMeter => ({ meterId, sign: times > 0 ? 1 : -1 })),
    );
    if (terms.length > 0) rest.set(type, terms);
  }
  return rest;
}
