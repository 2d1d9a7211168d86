-- What a person found about a session whose end is missing, contradicts itself or has a wrong clock (decision 213). The last one holds.
create table charge_judgement (
  id integer generated always as identity primary key,
  session_id integer not null references charge_session (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  verdict text not null check (verdict in ('settle', 'exclude', 'lift')),
  begin_at timestamptz,
  end_at timestamptz,
  -- kWh as the register stood.
  meter_stop numeric,
  reason text not null,
  -- What the session was before.
  was_state text not null,
  was_begin timestamptz not null,
  was_energy numeric,
  was_total numeric,
  by_id integer not null,
  by_name text not null,
  at timestamptz not null default now(),
  check ((verdict = 'settle') = (end_at is not null and meter_stop is not null))
);
create index on charge_judgement (session_id, id);
create index on charge_judgement (consumer_id);

create function charge_judgement_stays() returns trigger language plpgsql as $$
begin
  raise exception 'judgements of sessions are never changed';
end $$;
create trigger stays before update or delete on charge_judgement for each row execute function charge_judgement_stays();
create trigger stays_whole before truncate on charge_judgement for each statement execute function charge_judgement_stays();

alter table charge_judgement enable row level security;
alter table charge_judgement force row level security;
create policy scope on charge_judgement using (in_scope(consumer_id));
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke insert, update, delete on charge_judgement from meterhouse_app;
  end if;
end $$;
