-- The settlement of a site's assets as it was when a person kept it; never changed, only taken back.
create table asset_settlement (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id) on delete cascade,
  site_id integer not null references monitor_site (id) on delete cascade,
  month text not null,
  snapshot jsonb not null,
  issued_at timestamptz not null default now(),
  issued_by integer,
  unique (site_id, month)
);
create index asset_settlement_consumer on asset_settlement (consumer_id);
alter table asset_settlement enable row level security;
alter table asset_settlement force row level security;
create policy scope on asset_settlement using (in_scope(consumer_id));
