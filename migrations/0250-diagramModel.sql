-- Shapes that were made elsewhere (glTF binaries), for the pictures in space of a diagram. Their content lies in the file store.
create table diagram_model (
  id integer generated always as identity primary key,
  diagram_id integer not null references monitor_diagram (id) on delete cascade,
  file_name text not null,
  sha256 text not null,
  bytes integer not null check (bytes > 0),
  triangles integer not null,
  textures integer not null,
  made_at timestamptz not null default now(),
  employee_id integer not null,
  -- The person's name then: accounts go.
  made_by text not null,
  unique (diagram_id, sha256)
);

-- A row is seen by whoever sees its diagram.
alter table diagram_model enable row level security;
alter table diagram_model force row level security;
create policy scope on diagram_model using (exists (select from monitor_diagram d where d.id = diagram_id));

-- A model is what it is: another file is another model.
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke update on diagram_model from meterhouse_app;
  end if;
end $$;
