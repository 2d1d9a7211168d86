-- The pictures of diagrams: every save is a version more, nothing is written over. Which one people see is told by the
-- newest publication.
create table diagram_version (
  diagram_id integer not null references monitor_diagram (id) on delete cascade,
  -- 1, 2, 3 … of the diagram.
  no integer not null check (no > 0),
  -- As it was given: the order of its names is kept.
  scene json not null,
  elements integer not null,
  bindings integer not null,
  -- The version that was taken back; null = it was edited.
  restored_from integer,
  note text,
  made_at timestamptz not null default now(),
  employee_id integer not null,
  -- The person's name then: accounts go.
  made_by text not null,
  primary key (diagram_id, no)
);

create table diagram_publication (
  diagram_id integer not null,
  no integer not null,
  published_at timestamptz not null default clock_timestamp(),
  employee_id integer not null,
  published_by text not null,
  primary key (diagram_id, published_at),
  foreign key (diagram_id, no) references diagram_version (diagram_id, no) on delete cascade
);

-- A row is seen by whoever sees its diagram.
alter table diagram_version enable row level security;
alter table diagram_version force row level security;
create policy scope on diagram_version using (exists (select from monitor_diagram d where d.id = diagram_id));
alter table diagram_publication enable row level security;
alter table diagram_publication force row level security;
create policy scope on diagram_publication using (exists (select from monitor_diagram d where d.id = diagram_id));

-- What was saved and published stays as it was.
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke update, delete on diagram_version, diagram_publication from meterhouse_app;
  end if;
end $$;
