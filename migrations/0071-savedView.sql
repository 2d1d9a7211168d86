-- Settings of a screen that a person keeps under a name, and with which of them the screen opens for whom.
create table saved_view (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id) on delete cascade,
  employee_id integer not null references org_employee (id) on delete cascade,
  owner text not null,
  screen text not null,
  name text not null,
  shared boolean not null,
  settings jsonb not null,
  edited_at timestamptz not null default now()
);
create unique index saved_view_name_key on saved_view (employee_id, consumer_id, screen, name);
create index on saved_view (consumer_id, screen);
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy scope on saved_view
  using ((select scope_all()) or consumer_id = any ((select scope_ids())::integer[]));

create table saved_view_default (
  employee_id integer not null references org_employee (id) on delete cascade,
  consumer_id integer not null references consumer (id) on delete cascade,
  screen text not null,
  view_id integer not null references saved_view (id) on delete cascade,
  primary key (employee_id, consumer_id, screen)
);
create index on saved_view_default (view_id);
alter table saved_view_default enable row level security;
alter table saved_view_default force row level security;
create policy scope on saved_view_default
  using ((select scope_all()) or consumer_id = any ((select scope_ids())::integer[]));
