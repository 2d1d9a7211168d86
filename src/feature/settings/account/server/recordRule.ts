import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import type { NoticeKind } from '#feature/house/notice/contract.ts';
import { MADE_WITHIN } from './placeRule.ts';

// Records of what was done and told: logs, tasks, files, letters, notices. They carry the limit of whoever made them
// (`made_within()`, decision 55), and are seen within it.

/** Which rows a notice of a kind is about. */
const ABOUT: Readonly<Record<NoticeKind, string>> = {
  meterSilent: 'ammeter',
  gatewaySilent: 'gateway',
  gatewayClock: 'gateway',
  serverClock: 'consumer',
  demandGuard: 'demand_guard',
  verificationDue: 'gauge_configure',
  shedProposed: 'shed_plan',
  shedLeft: 'shed_plan',
  uploadProblem: 'platform_info',
  uploadChanged: 'platform_info',
};

/** Names in the change log that are no definition's: the meter stands in the change. What else has none is not seen. */
const NAMES_METER = ['ledger', 'analysisStandard'];

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * The rows that the change log may tell of, whose own policies say which are seen: each table is asked once a
 * statement, as a plan of all of them at once would take longer than the answer.
 */
export function rowsInLimit(isLimited: (resource: Resource) => boolean): string {
  const pairs = resources.filter(isLimited).map(({ name }) => `('${name}', '${snake(name)}')`);
  return `
create or replace function rows_in_limit() returns table (resource text, row_id integer)
language plpgsql stable parallel unsafe
as $rows$
declare
  one record;
begin
  for one in select * from (values ${pairs.join(', ')}) as v (name, tab) loop
    return query execute format('select %L::text, id from %I', one.name, one.tab);
  end loop;
end $rows$`;
}

/** Table → condition under which a limited account sees a record. */
export function recordRules(isLimited: (resource: Resource) => boolean): Readonly<Record<string, string>> {
  const open = resources.filter((one) => !isLimited(one) && !one.readOnly).map(({ name }) => name);
  return {
    oper_log: `${MADE_WITHIN} or resource in (${list(open)})
      or resource in (${list(NAMES_METER)})
        and (coalesce(after, before) ->> 'ammeterId')::integer in (select id from ammeter)
      or (resource, row_id) in (select r.resource, r.row_id from rows_in_limit() r)`,
    access_record: MADE_WITHIN,
    task: MADE_WITHIN,
    outbox: MADE_WITHIN,
    import_run: MADE_WITHIN,
    import_mapping: MADE_WITHIN,
    saved_view: MADE_WITHIN,
    saved_view_default: 'view_id in (select id from saved_view)',
    // Files of rows that an import did not take, and of what its file lacks, are made by its task.
    file: `${MADE_WITHIN} or id in (select fault_file_id from import_data union select missing_file_id from import_data)`,
    notice: `case kind ${Object.entries(ABOUT)
      .map(([kind, table]) => `when '${kind}' then object_id in (select id from ${table})`)
      .join(' ')} else false end`,
    notice_read: 'notice_id in (select id from notice)',
  };
}
