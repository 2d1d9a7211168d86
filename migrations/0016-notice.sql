-- What people should know about now: raised by features, ended by them. One open notice per kind and object.
create table notice (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id),
  kind text not null,
  -- What it is about, an id within the kind.
  object_id integer not null,
  -- 1 to know, 2 warning, 3 alarm
  level smallint not null check (level in (1, 2, 3)),
  -- {zh, en}
  text jsonb not null,
  -- Hash route of the screen where it is dealt with.
  link text,
  -- Since when it is so.
  since timestamptz not null,
  raised_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index on notice (kind, object_id) where ended_at is null;
create index on notice (consumer_id, id desc);
alter table notice enable row level security;
alter table notice force row level security;
create policy scope on notice using (in_scope(consumer_id));

-- Who has read which notice.
create table notice_read (
  notice_id integer not null references notice (id) on delete cascade,
  employee_id integer not null,
  read_at timestamptz not null default now(),
  primary key (employee_id, notice_id)
);
create index on notice_read (notice_id);
alter table notice_read enable row level security;
alter table notice_read force row level security;
create policy scope on notice_read using (exists (select from notice n where n.id = notice_id));

-- The doors take up a mapping at once.
create function tell_gateway_mapping() returns trigger language plpgsql as $$
begin
  perform pg_notify('gateway', coalesce(new.gateway_id, old.gateway_id)::text);
  return null;
end $$;
create trigger tell after insert or update or delete on gateway_mapping
  for each row execute function tell_gateway_mapping();
