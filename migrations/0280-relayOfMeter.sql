-- Relays of DL/T 645 meters (decision 208): off until a channel allows them and the password of the meter is set.
alter table "i_remote_control" add column "meter_address" text;
alter table "i_remote_control" add column "password_level" integer;
alter table "i_remote_control" add column "operator_code" text;
alter table "i_remote_control" add column "closing" text;
alter table "i_remote_control" add column "secret_set" boolean;

alter table "collector_channel" add column "relays" boolean not null default false;
alter table "collector_channel" alter column "relays" drop default;

-- The password of a meter, sealed by the key of the settings; read by the system alone.
create table control_secret (
  control_id integer primary key references i_remote_control (id) on delete cascade,
  sealed text not null,
  changed_at timestamptz not null default now()
);
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on control_secret from meterhouse_app;
  end if;
end $$;
