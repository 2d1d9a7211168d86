-- Commands to outputs, each with its steps, which nobody changes (decision 170). Requests read them; the product writes.
create table control_command (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id),
  control_id integer not null references i_remote_control (id),
  -- The same key is the same command, however often it is sent.
  key text not null,
  source text not null check (source in ('person', 'linkage', 'shed')),
  state text not null check (state in ('requested', 'approved', 'selected', 'operating', 'acknowledged', 'verified',
    'mismatch', 'unknown', 'refused', 'expired', 'cancelled')),
  target numeric not null,
  -- How the output was wired when the command was given: what was approved is what is sent.
  wiring jsonb not null,
  two_persons boolean not null,
  verify_seconds integer not null,
  -- Why the person wants it.
  remark text,
  by_id integer,
  by_name text not null,
  approved_by_id integer,
  approved_by_name text,
  token uuid,
  requested_at timestamptz not null default clock_timestamp(),
  approved_at timestamptz,
  selected_at timestamptz,
  select_until timestamptz,
  operated_at timestamptz,
  operate_until timestamptz,
  -- Set once, before the bytes leave.
  sent_at timestamptz,
  answered boolean not null default false,
  ended_at timestamptz,
  reason text,
  detail jsonb,
  value_before numeric,
  value_after numeric,
  -- kW: what was promised, the mean of the five minutes before, and the power a minute after.
  kw_promised numeric,
  kw_before numeric,
  kw_after numeric,
  linkage_run_id integer,
  check ((approved_by_id is null) or (approved_by_id is distinct from by_id)),
  unique (consumer_id, key)
);
-- One command a point.
create unique index control_command_open on control_command (control_id)
  where state in ('requested', 'approved', 'selected', 'operating', 'acknowledged');
create index on control_command (control_id, id desc);
create index on control_command (consumer_id, id desc);
create index on control_command (by_id, operated_at) where operated_at is not null;
create index on control_command (control_id, operated_at) where operated_at is not null;
create index on control_command (linkage_run_id) where linkage_run_id is not null;

-- Nothing leaves twice, and an end is an end.
create function control_command_holds() returns trigger language plpgsql as $$
begin
  if old.sent_at is not null and new.sent_at is distinct from old.sent_at then
    raise exception 'a command is sent once';
  end if;
  if old.ended_at is not null and new.state is distinct from old.state then
    raise exception 'a command that has ended stays as it is';
  end if;
  if (new.ended_at is null) <> (new.state in ('requested', 'approved', 'selected', 'operating', 'acknowledged')) then
    raise exception 'a command has ended exactly when its state is an end';
  end if;
  return new;
end $$;
create trigger holds before update on control_command for each row execute function control_command_holds();

create table control_step (
  id bigint generated always as identity primary key,
  command_id integer not null references control_command (id),
  control_id integer not null references i_remote_control (id),
  consumer_id integer not null references consumer (id),
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  by_id integer,
  by_name text,
  ip text,
  -- Hexadecimal, as they left or came.
  bytes text,
  value numeric,
  info jsonb
);
create index on control_step (command_id, id);

create function control_step_stays() returns trigger language plpgsql as $$
begin
  raise exception 'steps of commands are never changed';
end $$;
create trigger stays before update or delete on control_step for each row execute function control_step_stays();
create trigger stays_whole before truncate on control_step for each statement execute function control_step_stays();

-- Maintenance tags: while one hangs at an output nobody operates it.
create table control_tag (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id),
  control_id integer not null references i_remote_control (id),
  reason text not null,
  by_id integer not null,
  by_name text not null,
  placed_at timestamptz not null default now(),
  removed_by_id integer,
  removed_by_name text,
  removed_at timestamptz
);
create index on control_tag (control_id) where removed_at is null;
create index on control_tag (control_id, id desc);

-- The position of an output as it was last read over its channel.
create table control_state (
  control_id integer primary key references i_remote_control (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  value numeric,
  since timestamptz,
  heard_at timestamptz,
  tried_at timestamptz not null,
  failure jsonb
);

-- Linkages that may operate an output: who allowed what, with the own password.
create table control_arming (
  source text not null check (source in ('config', 'control')),
  linkage_id integer not null,
  consumer_id integer not null references consumer (id),
  control_id integer not null references i_remote_control (id) on delete cascade,
  value text not null,
  by_id integer not null,
  by_name text not null,
  armed_at timestamptz not null default now(),
  primary key (source, linkage_id)
);
create index on control_arming (control_id);

do $$
declare
  one text;
begin
  foreach one in array array['control_command', 'control_step', 'control_tag', 'control_state', 'control_arming'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy scope on %I using (in_scope(consumer_id))', one);
    if exists (select from pg_roles where rolname = 'meterhouse_app') then
      execute format('revoke insert, update, delete on %I from meterhouse_app', one);
    end if;
  end loop;
end $$;

-- When the password was last given in a session, beyond its beginning.
create table session_proof (
  token_hash text primary key references session (token_hash) on update cascade on delete cascade,
  proven_at timestamptz not null default now()
);
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on session_proof from meterhouse_app;
  end if;
end $$;

-- A channel is asked for the outputs on it, too.
create trigger tell_collector after insert or update or delete on i_remote_control
  for each statement execute function tell_collector();
