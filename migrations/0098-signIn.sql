-- What a session needs to end in time and to be known in a list of one's own.
alter table session add column id bigint generated always as identity unique;
alter table session add column ends_at timestamptz;
update session set ends_at = expires_at;
alter table session alter column ends_at set not null;
alter table session add column remember boolean not null default false;
-- 'password', or 'openId' where an identity provider vouched for the person.
alter table session add column way text not null default 'password';
alter table session add column browser text;

-- A role may ask its holders for a second factor.
alter table org_role add column second_factor boolean not null default false;

-- The second factor of an account: secrets are sealed, codes work once (RFC 6238, steps of 30 s since 1970).
create table second_factor (
  employee_id integer primary key references org_employee (id) on delete cascade,
  -- Null until the first one is confirmed.
  secret text,
  confirmed_at timestamptz,
  last_step bigint,
  -- One that waits to be confirmed.
  draft text,
  draft_at timestamptz,
  -- Salt of the recovery codes.
  recovery_salt text
);

create table recovery_code (
  employee_id integer not null references second_factor (employee_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (employee_id, code_hash)
);

-- Browsers from which somebody has signed in to an account before, by the hash of their cookie.
create table known_browser (
  browser_hash text not null,
  employee_id integer not null references org_employee (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (browser_hash, employee_id)
);
create index on known_browser (employee_id);

-- What became of the ways into an account; its holder reads it.
create table account_event (
  id bigint generated always as identity primary key,
  employee_id integer not null references org_employee (id) on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  -- Who did it, where that was somebody else.
  by_name text,
  ip text,
  browser text
);
create index on account_event (employee_id, id);

-- The account that failures were counted for, by whatever key.
alter table login_attempt add column account text;
create index on login_attempt (account);

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on second_factor, recovery_code, known_browser, account_event from meterhouse_app;
  end if;
end $$;

-- Which of them changes what a session may do is told to every process.
create trigger tell_callers after insert or delete or update of confirmed_at on second_factor
  for each statement execute function tell_callers();
create trigger tell_callers after update of must_change on employee_secret
  for each statement execute function tell_callers();
