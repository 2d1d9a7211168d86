-- What devices say of the events that are configured: since when each stands on a device, and when it is over. Of two that
-- contradict each other at one instant the one that says that it stands counts.
create table device_event (
  event_id integer not null references event_config (id) on delete cascade,
  gateway_id integer not null references gateway (id) on delete cascade,
  device_name text not null,
  ts timestamptz not null,
  stands boolean not null,
  -- What the device said in words.
  said text,
  -- The meter that the device is.
  ammeter_id integer references ammeter (id) on delete set null,
  judged boolean not null default false,
  primary key (event_id, gateway_id, device_name, ts)
);
create index on device_event (gateway_id);
create index on device_event (ammeter_id);

-- Of which of them something came: to be judged from there on.
create table device_event_dirty (
  id bigint generated always as identity primary key,
  event_id integer not null,
  gateway_id integer not null,
  device_name text not null,
  from_ts timestamptz not null
);

alter table alarm_record add column _event_id integer references event_config (id) on delete set null,
  add column _device_name text;
create unique index alarm_record_event_stands on alarm_record (_event_id, gateway_id, _device_name)
  where _event_id is not null and cleared_at is null;
create index alarm_record_of_event on alarm_record (_event_id, gateway_id, _device_name, raised_at) where _event_id is not null;

-- An event that is switched off, or deleted, stands nowhere any more.
create function event_config_retired() returns trigger language plpgsql security definer set search_path from current as $$
begin
  with over as (
    update alarm_record set alarm_status = '0', cleared_at = greatest(now(), raised_at), _retired = true,
      _episodes = jsonb_set(_episodes, array[(jsonb_array_length(_episodes) - 1)::text, 'clearedAt'],
        to_jsonb(floor(extract(epoch from greatest(now(), raised_at)) * 1000)))
    where _event_id = old.id and cleared_at is null
    returning id, consumer_id)
  insert into alarm_act (record_id, consumer_id, kind) select id, consumer_id, 'retired' from over;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger retired_before_delete before delete on event_config for each row execute function event_config_retired();
create trigger retired_when_off before update of enable on event_config
  for each row when (new.enable <> '1' and old.enable = '1') execute function event_config_retired();

-- What devices told of it before it was configured waits under its name.
create trigger tell_held after insert or update of event_identifier, enable, site_id on event_config
  for each row execute function tell_held();

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    -- The doors and the judging alone read and write these.
    revoke all on device_event, device_event_dirty from meterhouse_app;
  end if;
end $$;
