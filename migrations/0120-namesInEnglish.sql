alter table "consumer" add column "org_name_en" text;

alter table "monitor_site" add column "org_name_en" text;

alter table "ammeter" drop column "_search";

alter table "ammeter" add column "ammeter_name_en" text;

create index "ammeter_ammeter_name_en_order_idx" on "ammeter" ("ammeter_name_en", id) include ("consumer_id", "site_id", "parent_id");

alter table "ammeter" add column "_search" text generated always as (lower(coalesce("ammeter_name", '') || E'\n' || coalesce("ammeter_name_en", '') || E'\n' || coalesce("ammeter_code", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "ammeter"."_search" is 'ammeter_name ammeter_name_en ammeter_code remark _initials';
call arrange_columns('ammeter');

alter table "key_system" add column "system_name_en" text;

alter table "gateway" add column "gateway_name_en" text;

alter table "collector_channel" add column "channel_name_en" text;

alter table "timezone" add column "timezone_name_en" text;

alter table "consumer_unit" add column "unit_name_en" text;

alter table "supplier" add column "supplier_name_en" text;

alter table "monitor_site_contact" add column "contact_name_en" text;

alter table "device" drop column "_search";

alter table "device" add column "device_name_en" text;

create index "device_device_name_en_order_idx" on "device" ("device_name_en", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

alter table "device" add column "_search" text generated always as (lower(coalesce("device_name", '') || E'\n' || coalesce("device_name_en", '') || E'\n' || coalesce("device_code", '') || E'\n' || coalesce("manufacturer", '') || E'\n' || coalesce("serial_number", '') || E'\n' || coalesce("location", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "device"."_search" is 'device_name device_name_en device_code manufacturer serial_number location remark _initials';
call arrange_columns('device');

alter table "device_extend" add column "extend_name_en" text;

alter table "device_trace" add column "title_en" text;

alter table "monitor_object" add column "org_name_en" text;

alter table "monitor_item" drop column "_search";

alter table "monitor_item" add column "item_name_en" text;

create index "monitor_item_item_name_en_order_idx" on "monitor_item" ("item_name_en", id) include ("consumer_id", "site_id", "ammeter_id", "data_item_id");

alter table "monitor_item" add column "_search" text generated always as (lower(coalesce("item_name", '') || E'\n' || coalesce("item_name_en", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "monitor_item"."_search" is 'item_name item_name_en remark _initials';
call arrange_columns('monitor_item');

alter table "monitor_diagram" add column "diagram_name_en" text;

alter table "template" add column "template_name_en" text;

alter table "i_video_control" add column "camera_name_en" text;

alter table "i_remote_control" add column "control_name_en" text;

alter table "shooting_scheme" add column "scheme_name_en" text;

alter table "class_config" add column "class_name_en" text;

alter table "limit_set" add column "limit_name_en" text;

alter table "org_unit" add column "org_name_en" text;

alter table "org_employee" add column "name_en" text;

alter table "display_board" add column "board_name_en" text;

alter table "workflow_node_org" add column "handler_name_en" text;

alter table "group" add column "group_name_en" text;

alter table "holiday_event" add column "event_name_en" text;

alter table "person_info" add column "person_name_en" text;

alter table "news" add column "title_en" text;

alter table "unit_config" add column "unit_config_name_en" text;

alter table "energy_report" add column "report_name_en" text;

alter table "price_scheme" add column "scheme_name_en" text;

alter table "price_version" add column "version_name_en" text;

alter table "demand_guard" add column "guard_name_en" text;

alter table "price_parameter" add column "fee_name_en" text;

alter table "enterprise_info" add column "cmp_name_en" text;

alter table "contacter" add column "contacter_name_en" text;

alter table "energy_sys" add column "energy_office_en" text;

alter table "energy_manager" add column "manager_en" text;

alter table "energy_monitor" add column "monitor_en" text;

alter table "calculater" add column "calculater_name_en" text;

alter table "energy_certification" add column "director_en" text;

alter table "product_structure" add column "product_name_en" text;

alter table "energy_conservation" add column "project_name_en" text;

alter table "energy_account" add column "account_name_en" text;

alter table "materiel_product" add column "produce_name_en" text;

alter table "process_configure" add column "process_name_en" text;

alter table "unit_configure" add column "unit_name_en" text;

alter table "device_configure" add column "device_name_en" text;

alter table "data_collect_configure" add column "collect_item_name_en" text;

alter table "gauge_configure" drop column "_search";

alter table "gauge_configure" add column "meter_name_en" text;

create index "gauge_configure_meter_name_en_order_idx" on "gauge_configure" ("meter_name_en", id) include ("consumer_id", "ammeter_id");

alter table "gauge_configure" add column "_search" text generated always as (lower(coalesce("meter_name", '') || E'\n' || coalesce("meter_name_en", '') || E'\n' || coalesce("gauge_code", '') || E'\n' || coalesce("ser_no", '') || E'\n' || coalesce("manage_no", '') || E'\n' || coalesce("bar_code", '') || E'\n' || coalesce("manufacturer", '') || E'\n' || coalesce("model", '') || E'\n' || coalesce("precision_level", '') || E'\n' || coalesce("ranges", '') || E'\n' || coalesce("align_org", '') || E'\n' || coalesce("un_align_reason", '') || E'\n' || coalesce("location", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "gauge_configure"."_search" is 'meter_name meter_name_en gauge_code ser_no manage_no bar_code manufacturer model precision_level ranges align_org un_align_reason location remark _initials';
call arrange_columns('gauge_configure');

alter table "company_calculater" add column "calculater_name_en" text;

alter table "company_dev" add column "device_name_en" text;

alter table "company_gauges" add column "meter_name_en" text;

alter table "company_planinfo" add column "plan_name_en" text;

alter table "company_checkitem" add column "requirement_en" text;

alter table "unit_config" add column "product_name_en" text;

alter table "cost_benefit" add column "product_name_en" text;

alter table "device_model" add column "device_model_name_en" text;

alter table "holiday" add column "holiday_name_en" text;

-- A name in the language of whom the transaction answers: the second one in English, where there is one (decision 137).
create function shown_name(name text, english text) returns text language sql stable parallel safe as $$
  select case when current_setting('meterhouse.language', true) = 'en' then coalesce(nullif(english, ''), name) else name end
$$;

create or replace view org with (security_invoker = true) as
  select id, 'consumer'::text as kind, org_code as code, org_name as name, null::integer as parent_id,
    id as consumer_id, 0 as ix, "_initials" as initials, org_name_en as name_en from consumer
  union all
  select id, 'site', org_code, org_name, consumer_id, consumer_id, 0, "_initials", org_name_en from monitor_site
  union all
  select id, 'unit', org_code, org_name, coalesce(parent_id, consumer_id), consumer_id, ix, "_initials", org_name_en
    from org_unit;

update org_employee set name_en = 'Platform operator' where user_name = 'operator' and name = '平台运营';
update workflow_node_org o set handler_name_en = r.role_name_en from org_role r
  where o.role_id = r.id and o.handler_name = r.role_name;
