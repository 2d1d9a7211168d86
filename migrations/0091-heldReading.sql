-- What gateways sent and what does not count yet, as it came. Bounded by gateway and as a whole; the oldest go first.
create table held_reading (
  id bigint generated always as identity primary key,
  gateway_id integer not null references gateway (id) on delete cascade,
  consumer_id integer not null,
  -- Null: it waits until its name is mapped. Else it is quarantined: it cannot have stood on this meter then.
  ammeter_id integer references ammeter (id) on delete cascade,
  device_name text not null,
  ts timestamptz not null,
  -- The stamp as JSON, where it was a wall clock without an offset.
  stamp text,
  reason text not null,
  -- JSON by key as it came, or of a meter by data code as it would be stored. Not jsonb: what a gateway sends as text
  -- may hold what jsonb refuses.
  "values" json not null,
  n integer not null,
  bytes integer not null,
  received_at timestamptz not null,
  -- The same again is kept once.
  hash uuid not null,
  unique (gateway_id, hash)
);
create index held_reading_waiting_idx on held_reading (gateway_id, id) include (bytes) where ammeter_id is null;
create index held_reading_quarantined_idx on held_reading (gateway_id, id) include (bytes) where ammeter_id is not null;
create index held_reading_name_idx on held_reading (consumer_id, device_name) where ammeter_id is null;
create index held_reading_meter_idx on held_reading (ammeter_id) where ammeter_id is not null;
create index held_reading_list_idx on held_reading (consumer_id, id);
alter table held_reading enable row level security;
alter table held_reading force row level security;
create policy scope on held_reading
  using ((select scope_all()) or consumer_id = any ((select scope_ids())::integer[]));

-- Values that were dropped because more waited or was quarantined than is kept.
alter table gateway_state add column dropped bigint not null default 0;

-- Whoever counts what waited hears that a name means something now, or that a meter began on another day.
create function tell_held() returns trigger language plpgsql as $$
begin
  perform pg_notify('held', new.consumer_id::text);
  return null;
end $$;
create trigger tell_held after insert or update of ammeter_code, site_id, consumer_id, commissioned on ammeter
  for each row execute function tell_held();
create trigger tell_held after insert or update on gateway_mapping for each row execute function tell_held();
