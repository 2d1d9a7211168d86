-- What gateways send, as it came through the doors. Written by ingest in batches about once a second: figures of the
-- last second may be lost in a crash, readings never are.

-- One row a gateway: its connection and what it has delivered since it was made.
create table gateway_state (
  gateway_id integer primary key references gateway (id) on delete cascade,
  consumer_id integer not null,
  connected_at timestamptz,
  -- Null while a connection is open.
  disconnected_at timestamptz,
  last_seen_at timestamptz,
  address text,
  client_id text,
  -- mqtt, mqtts, ws, wss, http, broker (an external one), collector
  protocol text,
  messages bigint not null default 0,
  -- Values: new; there already and equal; differing from the one first received; not taken.
  accepted bigint not null default 0,
  duplicate bigint not null default 0,
  conflict bigint not null default 0,
  rejected bigint not null default 0,
  -- Newest stamp of the last messages minus the clock of the server; above 0 the gateway is ahead.
  drift_ms bigint
);
create index on gateway_state (consumer_id);
alter table gateway_state enable row level security;
alter table gateway_state force row level security;
create policy scope on gateway_state using (in_scope(consumer_id));

-- Raw messages to look at: all of a slow gateway, samples of a fast one, those with rejections before others; the
-- newest 5,000 of a gateway and no older than 7 days.
create table gateway_message (
  id bigint generated always as identity primary key,
  gateway_id integer not null references gateway (id) on delete cascade,
  consumer_id integer not null,
  received_at timestamptz not null,
  door text not null check (door in ('mqtt', 'http', 'collector')),
  topic text,
  bytes integer not null,
  -- Cut at 16 kB.
  payload text not null,
  -- Rows (a meter and an instant), values taken (repeated ones too), values not taken.
  readings integer not null,
  accepted integer not null,
  rejected integer not null,
  -- Of the first rejection.
  reason text
);
create index on gateway_message (gateway_id, id);
create index on gateway_message (consumer_id, id);
create index on gateway_message (received_at);
alter table gateway_message enable row level security;
alter table gateway_message force row level security;
create policy scope on gateway_message using (in_scope(consumer_id));

-- What was not taken and why, by what the gateway called it; also the list of unmapped names and keys. At most 1,000
-- rows a gateway, what comes beyond is counted under the device and key '*'.
create table gateway_rejection (
  gateway_id integer not null references gateway (id) on delete cascade,
  consumer_id integer not null,
  device_name text not null,
  -- Empty where the device as a whole was refused.
  data_key text not null,
  reason text not null,
  n bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  sample text,
  primary key (gateway_id, device_name, data_key, reason)
);
create index on gateway_rejection (consumer_id);
alter table gateway_rejection enable row level security;
alter table gateway_rejection force row level security;
create policy scope on gateway_rejection using (in_scope(consumer_id));

-- Doors hear at once, in whatever process, that a token was revoked or a gateway changed.
create function tell_gateway() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'gateway_token' then
    perform pg_notify('gateway', old.gateway_id::text);
  else
    perform pg_notify('gateway', old.id::text);
  end if;
  return null;
end $$;
create trigger tell after update or delete on gateway_token for each row execute function tell_gateway();
create trigger tell after update of state, site_id, consumer_id, gateway_name or delete on gateway
  for each row execute function tell_gateway();
