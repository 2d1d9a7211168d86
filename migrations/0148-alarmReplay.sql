-- What a draft of an alarm rule would have done over readings of the past. It is read by whoever started it alone; the rule's
-- last one is asked before the rule is switched on.
create table alarm_replay (
  task_id integer primary key references task (id) on delete cascade,
  alarm_id integer references alarm (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  employee_id integer not null,
  -- Of the draft, as those of a version.
  settings jsonb not null,
  raises_per_day double precision not null,
  result jsonb not null,
  ended_at timestamptz not null default now()
);
create index on alarm_replay (alarm_id, ended_at desc);
create index on alarm_replay (consumer_id, ended_at);
alter table alarm_replay enable row level security;
alter table alarm_replay force row level security;
create policy scope on alarm_replay using (in_scope(consumer_id));
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke insert, update, delete on alarm_replay from meterhouse_app;
  end if;
end $$;
