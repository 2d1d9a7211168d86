-- Sums of several meters that organisation nodes stand for, kept beside the meters' own buckets: what a year of a sum
-- tells is read, not added up. A sum is what its meters are (their signs and zone, `key` is the hash); who stands for
-- whom changes which sums are kept, never one of them.
create table kept_sum (
  id integer generated always as identity primary key,
  consumer_id integer not null,
  key text not null unique,
  -- the zone of all its meters
  zone text not null,
  created_at timestamptz not null default now()
);
create index on kept_sum (consumer_id);
alter table kept_sum enable row level security;
alter table kept_sum force row level security;
create policy scope on kept_sum
  using ((select scope_all()) or consumer_id = any ((select scope_ids())::integer[]));

create table kept_sum_meter (
  sum_id integer not null references kept_sum (id) on delete cascade,
  child_id integer not null,
  sign smallint not null check (sign in (1, -1)),
  primary key (sum_id, child_id)
);
create index on kept_sum_meter (child_id);

-- The signed sums of the buckets of its meters, exactly; what costs and energies mean is said by `usage`.
create table kept_sum_usage (
  sum_id integer not null references kept_sum (id) on delete cascade,
  level smallint not null,
  ts timestamptz not null,
  pp bigint, rp bigint, qi bigint, qo bigint, pp1 bigint, pp2 bigint, pp3 bigint, pp4 bigint,
  cz numeric(30, 12), cz1 numeric(30, 12), cz2 numeric(30, 12), cz3 numeric(30, 12), cz4 numeric(30, 12),
  rcz numeric(30, 12),
  -- demand and the latest end of its quarters, where every meter has one
  md bigint,
  md_at timestamptz,
  -- seconds backed by readings, of all meters together
  covered_s bigint not null,
  flags integer not null,
  -- meters with main energy
  known smallint not null,
  primary key (sum_id, level, ts)
);

-- Where buckets of its meters were written since; written in the same transaction.
create table kept_sum_dirty (
  id bigint generated always as identity,
  sum_id integer not null references kept_sum (id) on delete cascade,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  marked_at timestamptz not null default now(),
  primary key (sum_id, id)
);
