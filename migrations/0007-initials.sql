-- Pinyin initials of a title, written with the row, so that a search by initials finds it.
alter table "consumer" add column "_initials" text;

alter table "monitor_site" add column "_initials" text;

alter table "ammeter" add column "_initials" text;

alter table "data_item" add column "_initials" text;

alter table "gateway" add column "_initials" text;

alter table "timezone" add column "_initials" text;

alter table "org_unit" add column "_initials" text;

alter table "org_employee" add column "_initials" text;

alter table "org_role" add column "_initials" text;

alter table "fun" add column "_initials" text;

create or replace view org with (security_invoker = true) as
  select id, 'consumer'::text as kind, org_code as code, org_name as name, null::integer as parent_id,
    id as consumer_id, 0 as ix, "_initials" as initials from consumer
  union all
  select id, 'site', org_code, org_name, consumer_id, consumer_id, 0, "_initials" from monitor_site
  union all
  select id, 'unit', org_code, org_name, coalesce(parent_id, consumer_id), consumer_id, ix, "_initials" from org_unit;
