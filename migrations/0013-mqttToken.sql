-- Short-lived tokens with which browsers subscribe at the broker, as sha256 in hexadecimal. They end with their session.
create table mqtt_token (
  token_hash text primary key,
  session_hash text not null references session (token_hash) on delete cascade,
  employee_id integer not null,
  -- Filters that it may subscribe to, or narrower ones.
  topics text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index on mqtt_token (session_hash);
create index on mqtt_token (expires_at);

-- Only the system reads and writes them; the calls name the session that they serve.
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on mqtt_token from meterhouse_app;
  end if;
end $$;

-- The broker cuts the connection at once, in whatever process.
create function tell_mqtt_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('mqtt_token', old.token_hash);
  return null;
end $$;
create trigger tell after update of revoked_at or delete on mqtt_token
  for each row execute function tell_mqtt_token();
