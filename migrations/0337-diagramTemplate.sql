-- Templates of objects that the people of an enterprise make: every save is a version more, nothing is written over.
create table diagram_template (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id) on delete cascade,
  template_name text not null,
  unique (consumer_id, template_name)
);

create table diagram_template_version (
  template_id integer not null references diagram_template (id) on delete cascade,
  -- 1, 2, 3 … of the template.
  no integer not null check (no > 0),
  -- Elements whose bindings name meters and points by 1, 2, 3 … of an object.
  elements json not null,
  size integer not null,
  bindings integer not null,
  -- The version that was taken back; null = it was made of a picture.
  restored_from integer,
  made_at timestamptz not null default now(),
  employee_id integer not null,
  -- The person's name then: accounts go.
  made_by text not null,
  primary key (template_id, no)
);

alter table diagram_template enable row level security;
alter table diagram_template force row level security;
create policy scope on diagram_template using (in_scope(consumer_id));
alter table diagram_template_version enable row level security;
alter table diagram_template_version force row level security;
create policy scope on diagram_template_version
  using (exists (select from diagram_template t where t.id = template_id));

-- What was saved stays as it was, until the whole template is deleted.
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke update on diagram_template_version from meterhouse_app;
  end if;
end $$;
