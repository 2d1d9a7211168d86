-- Shedding plans that may act: who enabled what, with the own password (decision 204). `stood` is what was enabled: the
-- limit, the loads and how they are wired; where the plan stands otherwise it is not enabled.
create table shed_arming (
  plan_id integer primary key references shed_plan (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  -- One enabled plan a limit.
  guard_id integer not null unique,
  -- It need not be approved each time.
  automatic boolean not null,
  stood jsonb not null,
  by_id integer not null,
  by_name text not null,
  armed_at timestamptz not null default now(),
  -- Since when the window is foreseen to exceed the limit.
  need_since timestamptz
);

create table shed_run (
  id integer generated always as identity primary key,
  plan_id integer not null references shed_plan (id),
  consumer_id integer not null references consumer (id),
  guard_id integer not null,
  state text not null check (state in ('proposed', 'active', 'ended')),
  automatic boolean not null,
  -- The window that was foreseen, kW: its limit, how it would have ended, by how much the power had to fall.
  window_from timestamptz not null,
  limit_power numeric not null,
  projected numeric not null,
  needed numeric not null,
  -- The loads in their order, with what each is good for, as it was foreseen.
  sequence jsonb not null,
  begun_at timestamptz not null default clock_timestamp(),
  approved_by_id integer,
  approved_by_name text,
  approved_at timestamptz,
  -- In whose name its commands are given.
  by_id integer,
  by_name text,
  -- Why it switches nothing at the moment.
  waits text,
  ended_at timestamptz,
  reason text,
  check ((state = 'ended') = (ended_at is not null)),
  check (state <> 'active' or by_name is not null)
);
-- One run a plan.
create unique index shed_run_open on shed_run (plan_id) where state <> 'ended';
create index on shed_run (consumer_id, id desc);

create table shed_step (
  id bigint generated always as identity primary key,
  run_id integer not null references shed_run (id),
  consumer_id integer not null references consumer (id),
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  control_id integer references i_remote_control (id),
  command_id integer references control_command (id),
  -- kW
  power numeric,
  by_id integer,
  by_name text,
  info jsonb
);
create index on shed_step (run_id, id);
-- A load is switched off once, brought back once, and let go once in a run.
create unique index shed_step_once on shed_step (run_id, control_id, kind) where kind in ('off', 'on', 'taken');

create function shed_step_stays() returns trigger language plpgsql as $$
begin
  raise exception 'steps of shedding are never changed';
end $$;
create trigger stays before update or delete on shed_step for each row execute function shed_step_stays();
create trigger stays_whole before truncate on shed_step for each statement execute function shed_step_stays();

create function shed_run_holds() returns trigger language plpgsql as $$
begin
  if old.state = 'ended' then
    raise exception 'a run of shedding that has ended stays as it is';
  end if;
  return new;
end $$;
create trigger holds before update on shed_run for each row execute function shed_run_holds();

do $$
declare
  one text;
begin
  foreach one in array array['shed_arming', 'shed_run', 'shed_step'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy scope on %I using (in_scope(consumer_id))', one);
    if exists (select from pg_roles where rolname = 'meterhouse_app') then
      execute format('revoke insert, update, delete on %I from meterhouse_app', one);
    end if;
  end loop;
end $$;
