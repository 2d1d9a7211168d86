-- By which rules the figures of an enterprise were worked out. One without a row began with the rules of its day.
create table figure_rule (
  consumer_id integer primary key references consumer (id) on delete cascade,
  version smallint not null,
  repaired_at timestamptz
);
insert into figure_rule (consumer_id, version)
  select distinct a.consumer_id, 1 from meter_fold f join ammeter a on a.id = f.meter_id;
alter table figure_rule enable row level security;
alter table figure_rule force row level security;
create policy scope on figure_rule
  using ((select scope_all()) or consumer_id = any ((select scope_ids())::integer[]));

-- Months that other rules made another figure of. Energies and demands in millionths, as in `usage`.
create table figure_change (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id) on delete cascade,
  -- The rules that made it, as figure_rule.version.
  version smallint not null,
  -- Null: the sum that stands for the whole enterprise.
  ammeter_id integer references ammeter (id) on delete cascade,
  data_type text not null,
  month timestamptz not null,
  before_pp bigint,
  after_pp bigint,
  before_md bigint,
  after_md bigint,
  -- Why, as names of flags or `countedTwice`; null until it has been worked out again.
  why text[],
  unique nulls not distinct (consumer_id, version, ammeter_id, data_type, month)
);
alter table figure_change enable row level security;
alter table figure_change force row level security;
create policy scope on figure_change
  using ((select scope_all()) or consumer_id = any ((select scope_ids())::integer[]));
