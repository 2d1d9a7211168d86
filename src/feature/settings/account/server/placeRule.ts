import { snake } from '#contract/define.ts';
import { resources } from '#resource/index.ts';

/** A row lies in one of these organisations that the limit names, which is read once a statement. */
const within = (...columns: readonly string[]): string =>
  `(${columns.map((column) => `${column} = any ((select limit_ids())::integer[])`).join(' or ')})`;

/** A record was made by somebody who saw no more than the limit shows (`made_within()`, decision 55). */
export const MADE_WITHIN = `(${within('consumer_id')} or _made_within <@ (select limit_ids()))`;

/** What tells of an account is seen where an agreement in the limit is of that account. */
const ofAccount = (table: string): string => `${within('consumer_id')}
  or exists (select from price_agreement a where a.consumer_id = ${table}.consumer_id
    and a.measure_account = ${table}.measure_account and ${within('a.org_id')})`;

/** The files that rows in view name: tables are read through their own policies. */
const NAMED_FILES = resources.flatMap(({ name, fields }) =>
  Object.entries(fields)
    .filter(([, { refers }]) => refers === 'fileRecord')
    .map(([key, { kind }]) => {
      const column = `"${snake(key)}"`;
      return `select ${kind === 'references' ? `unnest(${column})` : column} from "${snake(name)}"`;
    }),
);

const OF_METER = 'ammeter_id in (select id from ammeter)';
const OF_GATEWAY = 'gateway_id in (select id from gateway)';
const OF_PILE = 'pile_id in (select id from charge_pile)';
const OF_SESSION = 'session_id in (select id from charge_session)';
const OF_CONTROL = 'control_id in (select id from i_remote_control)';
/** A run of a linkage names the site of its alarm alone; of which meter that is the record knows. */
const OF_RECORD = `(alarm_record_id in (select id from alarm_record)
  or alarm_record_id is null and (site_id is null or site_id in (select id from monitor_site)))`;
const OF_SHED = 'plan_id in (select id from shed_plan)';

/**
 * Table → condition under which a limited account sees a row, of tables that have no definition of that shape. An
 * assignment of a meter may not look at meters through their policy, which looks at assignments; boards, annual tables,
 * reports and demand limits of an enterprise tell figures of all of it.
 */
export const PLACE_RULES: Readonly<Record<string, string>> = {
  monitor_site: `${within('consumer_id', 'id')}
    or exists (select from ammeter a where a.site_id = monitor_site.id)`,
  ammeter: `${within('consumer_id', 'site_id')}
    or exists (select from org_ammeter o where o.ammeter_id = ammeter.id and ${within('o.org_id')})`,
  gateway: within('consumer_id', 'site_id'),
  org_ammeter: 'in_limit(consumer_id, org_id, site_of_meter(ammeter_id))',
  org_unit: `${within('consumer_id', 'id', 'parent_id')}
    or exists (select from org_ammeter o where o.org_id = org_unit.id)`,
  // Of colleagues who see other sites alone not even the name is told.
  org_employee: `coalesce(cardinality(org_limit_list), 0) = 0 or org_limit_list && ((select limit_ids())::integer[])`,
  // Logos and icons stand on every page; any other file is seen by whoever could have put it there or sees what names it.
  file_record: `file_type in ('logo', 'icon') or ${MADE_WITHIN} or id in (${NAMED_FILES.join(' union all ')})`,
  display_board: 'in_limit(consumer_id)',
  annual_entry: 'in_limit(consumer_id)',
  annual_filing: 'in_limit(consumer_id)',
  energy_report: 'in_limit(consumer_id, org_id)',
  demand_guard: 'in_limit(consumer_id, org_id)',
  report_run: 'report_id in (select id from energy_report)',
  asset_settlement: within('consumer_id', 'site_id'),
  bill_issue: ofAccount('bill_issue'),
  price_invoice: ofAccount('price_invoice'),
  price_stop: ofAccount('price_stop'),
  work_order_step: 'work_order_id in (select id from work_order)',
  analysis_standard: `(org_id is null or org_id = consumer_id or in_limit(consumer_id, org_id))
    and (ammeter_id is null or ${OF_METER})`,
  demand_guard_window: 'guard_id in (select id from demand_guard)',
  ammeter_sum: OF_METER,
  repair: 'meter_id in (select id from ammeter)',
  figure_change: OF_METER,
  alarm_shelf: `${OF_METER} or signal_point_id in (select id from signal_point) or (watch_kind = 'meterSilent' and object_id in (select id from ammeter))
    or (watch_kind in ('gatewaySilent', 'gatewayClock') and object_id in (select id from gateway))
    or (watch_kind = 'demandGuard' and object_id in (select id from demand_guard))`,
  camera_clip: 'camera_id in (select id from i_video_control)',
  alarm_act: 'record_id in (select id from alarm_record)',
  linkage_record: OF_RECORD,
  linkage_control_record: `${OF_RECORD} and (control_item_id is null or control_item_id in (select id from i_remote_control))`,
  control_command: OF_CONTROL,
  control_step: OF_CONTROL,
  control_tag: OF_CONTROL,
  control_state: OF_CONTROL,
  control_arming: OF_CONTROL,
  charge_share: 'limit_id in (select id from charge_limit)',
  charge_link: OF_PILE,
  charge_connector: OF_PILE,
  charge_event: OF_PILE,
  charge_command: OF_PILE,
  charge_setting: OF_PILE,
  charge_sample: OF_SESSION,
  charge_stop: OF_SESSION,
  charge_judgement: OF_SESSION,
  shed_arming: OF_SHED,
  shed_run: OF_SHED,
  shed_step:
    'run_id in (select id from shed_run) and (control_id is null or control_id in (select id from i_remote_control))',
  data_source: `${MADE_WITHIN}
    or exists (select from data_source_meter m join ammeter a on a.id = m.meter_id where m.source = data_source.id)`,
  import_data: `${MADE_WITHIN} or source_id in (select id from data_source)`,
  gateway_state: OF_GATEWAY,
  gateway_command: OF_GATEWAY,
  gateway_attribute: OF_GATEWAY,
  gateway_message: OF_GATEWAY,
  gateway_rejection: OF_GATEWAY,
  held_reading: `${OF_GATEWAY} and (ammeter_id is null or ${OF_METER})`,
  collector_state: `channel_id in (select id from collector_channel)
    and (collector_meter_id = 0 or collector_meter_id in (select id from collector_meter))`,
};
