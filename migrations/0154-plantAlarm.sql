alter table "alarm_record" add column "gateway_id" integer;

alter table "alarm_record" add constraint "alarm_record_gateway_id_fkey" foreign key ("gateway_id") references "gateway" (id);

create index "alarm_record_gateway_id_order_idx" on "alarm_record" ("gateway_id", id) include ("consumer_id", "site_id", "ammeter_id", "alarm_id");

-- What the platform itself watches: a record is about one object of a kind (decision 162), and one of them is open at a time.
alter table alarm_record add column "_watch_kind" text;
alter table alarm_record add column "_watch_object" integer;
-- What it follows from: the record, or the gateway that brings the meter, also before that has a record of its own; and since
-- when the gateway speaks again.
alter table alarm_record add column "_cause_id" integer references alarm_record (id) on delete set null;
alter table alarm_record add column "_cause_gateway_id" integer;
alter table alarm_record add column "_cause_over_at" timestamptz;
create unique index alarm_record_watched on alarm_record (_watch_kind, _watch_object)
  where cleared_at is null and _watch_kind is not null;
create index alarm_record_watch_past on alarm_record (_watch_kind, _watch_object, cleared_at) where _watch_kind is not null;
create index alarm_record_follows on alarm_record (_cause_id) where _cause_id is not null;
-- Those that stand and of which people were not told every raise.
create index alarm_record_untold on alarm_record (id)
  where cleared_at is null and _told < raise_count and (_watch_kind is not null or _cause_gateway_id is not null);

-- A notice about a state of the plant is a view of its record.
alter table notice add column record_id integer references alarm_record (id) on delete set null;
create index on notice (record_id);

-- What the platform watches is put aside by its kind and object, as a rule is by its meter.
alter table alarm_shelf drop constraint alarm_shelf_pkey;
alter table alarm_shelf alter column alarm_id drop not null, alter column ammeter_id drop not null,
  add column watch_kind text, add column object_id integer,
  add unique (alarm_id, ammeter_id), add unique (watch_kind, object_id),
  add constraint alarm_shelf_is_about check (case when watch_kind is null
    then alarm_id is not null and ammeter_id is not null and object_id is null
    else alarm_id is null and ammeter_id is null and object_id is not null end);
alter table alarm_shelf add column _key text not null generated always as (
  coalesce(watch_kind || ' ' || object_id::text, alarm_id::text || ' ' || ammeter_id::text)) stored;

-- Notices that stood before become views of records; nobody is told of them again.
with standing as (
  select n.id as notice, nextval(pg_get_serial_sequence('alarm_record', 'id'))::integer as id, n.kind, n.object_id,
    n.consumer_id, n.level, n.raised_at,
    m.id as meter, m.site_id as meter_site, m.ammeter_name, m.ammeter_name_en, m.interval_seconds,
    g.id as gateway, g.site_id as gateway_site, g.gateway_name, g.gateway_name_en,
    d.guard_name, d.guard_name_en, (select s.id from monitor_site s where s.id = d.org_id) as guard_site
  from notice n
    left join ammeter m on n.kind = 'meterSilent' and m.id = n.object_id
    left join gateway g on n.kind in ('gatewaySilent', 'gatewayClock') and g.id = n.object_id
    left join demand_guard d on n.kind = 'demandGuard' and d.id = n.object_id
  where n.ended_at is null and coalesce(m.id, g.id, d.id) is not null),
written as (
  insert into alarm_record (id, record_name, record_name_en, consumer_id, site_id, ammeter_id, gateway_id, alarm_type,
    alarm_level, alarm_status, process, raised_at, raise_count, origin, _watch_kind, _watch_object, _told)
  select id,
    case kind when 'meterSilent' then '表计静默 · ' || ammeter_name when 'gatewaySilent' then '网关静默 · ' || gateway_name
      when 'gatewayClock' then '网关时钟不准 · ' || gateway_name else '需量预警 · ' || guard_name end,
    case kind when 'meterSilent' then 'Meter silent · ' || coalesce(nullif(ammeter_name_en, ''), ammeter_name)
      when 'gatewaySilent' then 'Gateway silent · ' || coalesce(nullif(gateway_name_en, ''), gateway_name)
      when 'gatewayClock' then 'Gateway clock wrong · ' || coalesce(nullif(gateway_name_en, ''), gateway_name)
      else 'Demand limit · ' || coalesce(nullif(guard_name_en, ''), guard_name) end,
    consumer_id, coalesce(meter_site, gateway_site, guard_site), meter, gateway,
    case kind when 'demandGuard' then '2' else '3' end,
    case when kind = 'demandGuard' and level = 3 then '1' when kind = 'meterSilent' then '3' else '2' end,
    '1', '0', raised_at, 1, 'watch', kind, object_id, 1
  from standing returning id)
update notice n set record_id = s.id from standing s where n.id = s.notice;
