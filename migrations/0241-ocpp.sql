-- What the door of chargers (OCPP 1.6J) keeps beside what people see (decision 200).
alter table charge_session
  -- The stamp that the charger gave its start: with connector, register and tag it is the same start, however often it comes.
  add column "_told_at" timestamptz not null,
  add column "_tag_accepted" boolean not null,
  add column "_clock_doubt" text,
  -- When it was last heard of.
  add column "_heard_at" timestamptz not null default now(),
  -- Energy by period and price with its amount, millionths of kWh and of a yuan, fen.
  add column "_lines" jsonb not null default '[]',
  add column "_service_price" numeric not null default 0,
  add column "_ignored" integer not null default 0;
create unique index charge_session_once on charge_session (pile_id, connector, "_told_at", meter_start, id_tag);
create index charge_session_open on charge_session (pile_id, connector) where session_state in ('1', '3');
create index charge_session_begin on charge_session (consumer_id, begin_at);

-- Tags are the same in capitals and small letters.
create unique index charge_tag_in_capitals on charge_tag (consumer_id, upper(tag_code));

-- The key of a charger: shown once, kept as a hash.
create table charge_key (
  pile_id integer primary key references charge_pile (id) on delete cascade,
  key_hash text not null unique,
  changed_at timestamptz not null default now()
);

-- How a charger is connected, and what it said of itself when it started.
create table charge_link (
  pile_id integer primary key references charge_pile (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  -- The connection that holds: of two of one identity the later.
  connection uuid,
  connected_at timestamptz,
  -- Null while it is connected.
  disconnected_at timestamptz,
  heard_at timestamptz,
  address text,
  boot_at timestamptz,
  vendor text,
  model text,
  serial text,
  firmware text,
  -- ms that its clock is ahead of ours.
  clock_ahead bigint
);
create index on charge_link (consumer_id);

create table charge_connector (
  pile_id integer not null references charge_pile (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  -- 0 = the charger as a whole.
  connector integer not null,
  status text not null,
  error_code text not null,
  info text,
  vendor_code text,
  since timestamptz not null,
  told_at timestamptz not null,
  primary key (pile_id, connector)
);
create index on charge_connector (consumer_id);

-- What a charger told in a session; the same value twice is one.
create table charge_sample (
  session_id integer not null references charge_session (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  at timestamptz not null,
  -- kWh, kW, %.
  energy numeric,
  power numeric,
  soc numeric,
  unique nulls not distinct (session_id, at, energy, power, soc)
);
create index on charge_sample (consumer_id);

-- The ends that were told of a session; one that is repeated is one.
create table charge_stop (
  session_id integer not null references charge_session (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  at timestamptz not null,
  energy numeric not null,
  reason text,
  clock_doubt text,
  received_at timestamptz not null default now(),
  unique (session_id, at, energy)
);
create index on charge_stop (consumer_id);

create table charge_event (
  id bigint generated always as identity primary key,
  pile_id integer not null references charge_pile (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  at timestamptz not null default now(),
  kind text not null,
  connector integer,
  detail text
);
create index on charge_event (pile_id, id desc);
create index on charge_event (consumer_id, id desc);
create index on charge_event (at);

-- Commands to chargers. Each leaves once at most: what was sent and not answered is unknown.
create table charge_command (
  id integer generated always as identity primary key,
  pile_id integer not null references charge_pile (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  connector integer,
  kind text not null check (kind in ('remoteStart', 'remoteStop', 'available', 'unavailable', 'softReset', 'hardReset')),
  id_tag text,
  session_id integer,
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'accepted', 'rejected', 'offline', 'unknown')),
  detail text,
  by_id integer not null,
  by_name text not null,
  at timestamptz not null default now(),
  sent_at timestamptz,
  ended_at timestamptz
);
create index on charge_command (pile_id, id desc);
create index on charge_command (consumer_id, id desc);
create index on charge_command (at) where state in ('waiting', 'sent');

do $$
declare
  one text;
begin
  foreach one in array array['charge_link', 'charge_connector', 'charge_sample', 'charge_stop', 'charge_event',
    'charge_command'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy scope on %I using (in_scope(consumer_id))', one);
    if exists (select from pg_roles where rolname = 'meterhouse_app') then
      execute format('revoke insert, update, delete on %I from meterhouse_app', one);
    end if;
  end loop;
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on charge_key from meterhouse_app;
  end if;
end $$;

-- Readings of chargers come through a door of their own.
alter table gateway_message drop constraint gateway_message_door_check;
alter table gateway_message add constraint gateway_message_door_check
  check (door in ('mqtt', 'http', 'collector', 'ocpp'));
