import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { resourceOf, resources } from '#contract/resource/index.ts';

// What the limits of a role narrow, as SQL conditions of a row: they stand in restrictive policies and are asked only
// where a limit is set. A policy sees other tables through their own policies, so a chain (file → device → site)
// follows by itself.

const quoted = (name: string): string => `"${snake(name)}"`;

/** The resources that a limit names or that lie in one: their rules are written by hand (below). */
const ROOTS = ['monitorSite', 'ammeter', 'gateway', 'orgAmmeter'];

/** A row lies in one of these organisations that the limit names, which is read once a statement. */
const within = (...columns: readonly string[]): string =>
  `(${columns.map((column) => `${column} = any ((select limit_ids())::integer[])`).join(' or ')})`;

/**
 * Tables without a definition of that shape. An assignment of a meter may not look at meters through their policy,
 * which looks at assignments; a board shows its whole enterprise.
 */
const BY_HAND: Readonly<Record<string, string>> = {
  monitor_site: `${within('consumer_id', 'id')}
    or exists (select from ammeter a where a.site_id = monitor_site.id)`,
  ammeter: `${within('consumer_id', 'site_id')}
    or exists (select from org_ammeter o where o.ammeter_id = ammeter.id and ${within('o.org_id')})`,
  gateway: within('consumer_id', 'site_id'),
  org_ammeter: 'in_limit(consumer_id, org_id, site_of_meter(ammeter_id))',
  display_board: 'in_limit(consumer_id)',
  ammeter_sum: 'ammeter_id in (select id from ammeter)',
  repair: 'meter_id in (select id from ammeter)',
  figure_change: 'ammeter_id in (select id from ammeter)',
  data_source: `not exists (select from data_source_meter m where m.source = data_source.id)
    or exists (select from data_source_meter m join ammeter a on a.id = m.meter_id where m.source = data_source.id)`,
  import_data: 'source_id is null or source_id in (select id from data_source)',
  gateway_state: 'gateway_id in (select id from gateway)',
  gateway_message: 'gateway_id in (select id from gateway)',
  gateway_rejection: 'gateway_id in (select id from gateway)',
  held_reading: `gateway_id in (select id from gateway)
    and (ammeter_id is null or ammeter_id in (select id from ammeter))`,
  collector_state: `channel_id in (select id from collector_channel)
    and (collector_meter_id = 0 or collector_meter_id in (select id from collector_meter))`,
  notice: `case kind when 'meterSilent' then object_id in (select id from ammeter)
    when 'gatewaySilent' then object_id in (select id from gateway)
    when 'gatewayClock' then object_id in (select id from gateway) else true end`,
};

/** The references of a definition that a limit narrows: to organisations, and to what is itself narrowed. */
function narrowing(resource: Resource): (readonly [string, string, boolean])[] {
  if (resource.scope === null) return [];
  return Object.entries(resource.fields).flatMap(([key, { refers, kind }]) => {
    if (refers === undefined || key === resource.scope || key === resource.tree || refers === resource.name)
      return [];
    return isOrganisation(refers) || isLimited(resourceOf(refers))
      ? [[key, refers, kind === 'references'] as const]
      : [];
  });
}

const isOrganisation = (refers: string): boolean => refers === 'org' || refers === 'orgUnit';

/** Whether limits narrow the rows of a resource. */
export const isLimited = (resource: Resource): boolean =>
  ROOTS.includes(resource.name) || snake(resource.name) in BY_HAND || narrowing(resource).length > 0;

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
  const derived = resources
    .filter((one) => !ROOTS.includes(one.name) && !(snake(one.name) in BY_HAND))
    .filter((one) => narrowing(one).length > 0)
    .map((one) => [snake(one.name), conditionOf(one)] as const);
  return new Map([...Object.entries(BY_HAND), ...derived]);
}
