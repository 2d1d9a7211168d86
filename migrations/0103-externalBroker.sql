-- Processes that take messages from an external broker. Whether one lives is seen by its beat going on, never by a
-- clock; the times here are for people.
create table mqtt_taker (
  id uuid primary key,
  name text not null,
  beat bigint not null default 0,
  -- Whether it reaches the broker.
  able boolean not null,
  -- The client ids that its settings name.
  wants text[] not null,
  beaten_at timestamptz not null default now()
);

-- Sessions at the external broker, by client id: messages wait in each, so one of the processes that live has it.
create table mqtt_session (
  client_id text primary key,
  -- Null: free. No reference: the row of one that died goes before another has taken all that it had.
  owner uuid,
  beat bigint not null default 0,
  taken_at timestamptz
);

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on mqtt_taker, mqtt_session from meterhouse_app;
  end if;
end $$;

-- Commands to gateways and what they answered; kept for a week.
create table gateway_command (
  -- Also the number by which the gateway answers.
  id integer generated always as identity primary key,
  gateway_id integer not null references gateway (id) on delete cascade,
  consumer_id integer not null,
  -- Null: the gateway itself.
  device_name text,
  method text not null,
  -- JSON.
  params text not null,
  asked_at timestamptz not null default now(),
  -- Not sent any more after it.
  due_at timestamptz not null,
  sent_at timestamptz,
  answered_at timestamptz,
  -- JSON, or the text that came. Not jsonb: it may hold what jsonb refuses.
  answer text
);
create index gateway_command_gateway_idx on gateway_command (gateway_id);
create index gateway_command_asked_idx on gateway_command (asked_at);
alter table gateway_command enable row level security;
alter table gateway_command force row level security;
create policy scope on gateway_command
  using ((select scope_all()) or consumer_id = any ((select scope_ids())::integer[]));
