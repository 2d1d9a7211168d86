-- Role of requests: row level security applies to it. An external database may have made it beforehand, or its
-- user may be held by the policies itself (they are forced), so a missing right to create roles is no fault.
do $$
begin
  if not exists (select from pg_roles where rolname = 'meterhouse_app') then
    begin
      create role meterhouse_app nologin;
    exception when insufficient_privilege then
      raise notice 'role meterhouse_app was not created: no right to create roles';
    when duplicate_object then null;
    end;
  end if;
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    execute format('grant usage on schema %I to meterhouse_app', current_schema());
    execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to meterhouse_app', current_schema());
    execute format('alter default privileges in schema %I grant usage, select on sequences to meterhouse_app', current_schema());
  end if;
end $$;

-- True when the caller may see rows of this enterprise. Unset = nothing; 'all' = everything.
create function in_scope(consumer integer) returns boolean
language sql stable parallel safe
as $$
  select case current_setting('meterhouse.scope', true)
    when 'all' then true
    when '' then false
    else coalesce(consumer = any (string_to_array(current_setting('meterhouse.scope', true), ',')::integer[]), false)
  end
$$;

-- Enterprises, sites and organisation units share one sequence: an organisation id is unique over all three.
create sequence org_id as integer start 1001;

-- Seals that a start made its own things once (accounts, demonstration).
create table setting (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

create table file (
  id integer generated always as identity primary key,
  sha256 text not null,
  file_name text not null,
  mime_type text not null,
  size bigint not null,
  consumer_id integer,
  employee_id integer,
  created_at timestamptz not null default now()
);
alter table file enable row level security;
alter table file force row level security;
create policy scope on file using (in_scope(consumer_id));

create table employee_secret (
  employee_id integer primary key,
  password_hash text not null,
  changed_at timestamptz not null default now(),
  must_change boolean not null default false
);

create table session (
  token_hash text primary key,
  employee_id integer not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text
);
create index on session (employee_id);

create table login_attempt (
  name text primary key,
  failed integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);

-- Who did what to which row, with the row before and after.
create table oper_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  employee_id integer,
  user_name text,
  consumer_id integer,
  resource text not null,
  row_id integer,
  action text not null,
  before jsonb,
  after jsonb,
  remarks text,
  ip text
);
create index on oper_log (resource, row_id, id);
create index on oper_log (at);
alter table oper_log enable row level security;
alter table oper_log force row level security;
-- Changes of what all enterprises share belong to none; anyone who may make them may log them.
create policy scope on oper_log using (in_scope(consumer_id)) with check (consumer_id is null or in_scope(consumer_id));

create table task (
  id integer generated always as identity primary key,
  kind text not null,
  label jsonb not null,
  params jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'stopping', 'done', 'failed', 'stopped')),
  progress real not null default 0,
  message jsonb,
  result jsonb,
  consumer_id integer,
  employee_id integer,
  dismissed boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index on task (employee_id, id desc) where not dismissed;
alter table task enable row level security;
alter table task force row level security;
create policy scope on task using (in_scope(consumer_id));

-- Secrets are read by the system alone.
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on setting, employee_secret, session, login_attempt from meterhouse_app;
  end if;
end $$;
