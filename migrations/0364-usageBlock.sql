-- Quarters and hours of months that are over, column by column (decision 259): a row a meter, level and UTC month. A column that is
-- null, or that says what stands beside it, is not written; what differs is written as its difference, which compresses.
create table usage_block (
  meter_id integer not null,
  level smallint not null,
  month date not null,
  -- Starts of the first and the last bucket; one every `step_s` seconds, those of which nothing is known are `absent`.
  first_ts timestamptz not null,
  last_ts timestamptz not null,
  n integer not null,
  step_s integer not null,
  bucket_count integer not null,
  pp bigint[],
  rp bigint[],
  qi bigint[],
  qo bigint[],
  pp1 bigint[],
  pp2 bigint[],
  pp3 bigint[],
  pp4 bigint[],
  p_sum bigint[],
  p_n integer[],
  p_max bigint[],
  p_max_at bigint[],
  p_min bigint[],
  p_min_at bigint[],
  md bigint[],
  md_at bigint[],
  covered_s integer[],
  flags integer[],
  head_from timestamptz[],
  head_to timestamptz[],
  sd bigint[],
  sd_at bigint[],
  md_n integer[],
  cz numeric[],
  cz1 numeric[],
  cz2 numeric[],
  cz3 numeric[],
  cz4 numeric[],
  rcz numeric[],
  pp5 bigint[],
  cz5 numeric[],
  absent smallint[],
  -- Of its rows as text, in the order of time (`hashtextextended`).
  digest bigint not null,
  -- What it takes on the disk, compressed.
  bytes integer not null,
  sealed_at timestamptz not null default now(),
  primary key (meter_id, level, month)
);

-- Months that were opened again, and when: they are sealed anew some days after that.
create table usage_open (
  meter_id integer not null,
  month date not null,
  at timestamptz not null default now(),
  primary key (meter_id, month)
);

-- The page of sealed data adds them up by month.
create index usage_block_month_idx on usage_block (month);

-- The buckets of a meter in blocks that begin in [$3, $4), as rows of `usage`.
create function usage_sealed(meter integer, lvl integer, from_ts timestamptz, to_ts timestamptz) returns setof usage
language sql stable parallel safe
as $$
  select c.meter_id, c.level, c.ts,
    c.pp,
    c.rp,
    c.qi,
    c.qo,
    c.pp1 + coalesce(c.pp, 0),
    c.pp2 + coalesce(c.pp, 0),
    c.pp3 + coalesce(c.pp, 0),
    c.pp4 + coalesce(c.pp, 0),
    c.p_sum,
    case when c.no_p_n then 1 else c.p_n end,
    case when c.no_p_max then c.p_sum / nullif((case when c.no_p_n then 1 else c.p_n end), 0) else c.p_max + coalesce(c.p_sum / nullif((case when c.no_p_n then 1 else c.p_n end), 0), 0) end,
    case when c.no_p_max_at then case when (case when c.no_p_n then 1 else c.p_n end) > 0 then c.ts + c.step end else c.ts + c.p_max_at * interval '1 microsecond' end,
    case when c.no_p_min then c.p_sum / nullif((case when c.no_p_n then 1 else c.p_n end), 0) else c.p_min + coalesce(c.p_sum / nullif((case when c.no_p_n then 1 else c.p_n end), 0), 0) end,
    case when c.no_p_min_at then case when (case when c.no_p_n then 1 else c.p_n end) > 0 then c.ts + c.step end else c.ts + c.p_min_at * interval '1 microsecond' end,
    case when c.no_md then c.pp * 4 else c.md + coalesce(c.pp * 4, 0) end,
    case when c.no_md_at then case when (case when c.no_md then c.pp * 4 else c.md + coalesce(c.pp * 4, 0) end) is not null then c.ts + c.step end else c.ts + c.md_at * interval '1 microsecond' end,
    case when c.no_covered_s then c.step_s else c.covered_s end,
    coalesce(c.flags, 0),
    c.head_from,
    c.head_to,
    c.sd,
    c.ts + c.sd_at * interval '1 microsecond',
    c.md_n,
    c.cz,
    c.cz1 + coalesce(c.cz, 0),
    c.cz2 + coalesce(c.cz, 0),
    c.cz3 + coalesce(c.cz, 0),
    c.cz4 + coalesce(c.cz, 0),
    c.rcz,
    c.pp5 + coalesce(c.pp, 0),
    c.cz5 + coalesce(c.cz, 0)
  from (
    select c.*, c.at0 + c.i * c.step as ts from (
    select b.meter_id, b.level, b.at0, b.step, b.step_s, b.p_n is null as no_p_n, b.p_max is null as no_p_max, b.p_max_at is null as no_p_max_at, b.p_min is null as no_p_min, b.p_min_at is null as no_p_min_at, b.md is null as no_md, b.md_at is null as no_md_at, b.covered_s is null as no_covered_s,
      generate_series(1, b.hi - b.lo + 1) as i,
      unnest(b.pp[b.lo:b.hi]) as pp,
      unnest(b.rp[b.lo:b.hi]) as rp,
      unnest(b.qi[b.lo:b.hi]) as qi,
      unnest(b.qo[b.lo:b.hi]) as qo,
      unnest(b.pp1[b.lo:b.hi]) as pp1,
      unnest(b.pp2[b.lo:b.hi]) as pp2,
      unnest(b.pp3[b.lo:b.hi]) as pp3,
      unnest(b.pp4[b.lo:b.hi]) as pp4,
      unnest(b.p_sum[b.lo:b.hi]) as p_sum,
      unnest(b.p_n[b.lo:b.hi]) as p_n,
      unnest(b.p_max[b.lo:b.hi]) as p_max,
      unnest(b.p_max_at[b.lo:b.hi]) as p_max_at,
      unnest(b.p_min[b.lo:b.hi]) as p_min,
      unnest(b.p_min_at[b.lo:b.hi]) as p_min_at,
      unnest(b.md[b.lo:b.hi]) as md,
      unnest(b.md_at[b.lo:b.hi]) as md_at,
      unnest(b.covered_s[b.lo:b.hi]) as covered_s,
      unnest(b.flags[b.lo:b.hi]) as flags,
      unnest(b.head_from[b.lo:b.hi]) as head_from,
      unnest(b.head_to[b.lo:b.hi]) as head_to,
      unnest(b.sd[b.lo:b.hi]) as sd,
      unnest(b.sd_at[b.lo:b.hi]) as sd_at,
      unnest(b.md_n[b.lo:b.hi]) as md_n,
      unnest(b.cz[b.lo:b.hi]) as cz,
      unnest(b.cz1[b.lo:b.hi]) as cz1,
      unnest(b.cz2[b.lo:b.hi]) as cz2,
      unnest(b.cz3[b.lo:b.hi]) as cz3,
      unnest(b.cz4[b.lo:b.hi]) as cz4,
      unnest(b.rcz[b.lo:b.hi]) as rcz,
      unnest(b.pp5[b.lo:b.hi]) as pp5,
      unnest(b.cz5[b.lo:b.hi]) as cz5,
      unnest(b.absent[b.lo:b.hi]) as absent
    from (
      select b.*, make_interval(secs => b.step_s) as step, e.lo, e.hi,
        b.first_ts + (e.lo - 2) * make_interval(secs => b.step_s) as at0
      from usage_block b cross join lateral (
        select greatest(1, ceil(extract(epoch from $3 - b.first_ts) / b.step_s)::integer + 1) as lo,
          least(b.n, ceil(extract(epoch from $4 - b.first_ts) / b.step_s)::integer) as hi offset 0) e
      where b.meter_id = $1 and b.level = $2::smallint and b.first_ts < $4 and b.last_ts >= $3 offset 0) b) c) c
  where c.absent is null
$$;

-- The buckets of a meter that begin in [$3, $4), wherever they stand. It is planned as part of the statement that asks.
create function usage_in(meter integer, lvl integer, from_ts timestamptz, to_ts timestamptz) returns setof usage
language sql stable parallel safe
as $$
  select u.* from usage u where u.meter_id = $1 and u.level = $2::smallint and u.ts >= $3 and u.ts < $4
  union all select s.* from usage_sealed($1, $2, $3, $4) s where $2 <= 2
$$;

-- The starts of the first and the last bucket of a meter, wherever they stand; others between them may come too.
create function usage_ends(meter integer, lvl integer) returns setof timestamptz
language sql stable parallel safe
as $$
  (select u.ts from usage u where u.meter_id = $1 and u.level = $2::smallint order by u.ts limit 1)
  union all (select u.ts from usage u where u.meter_id = $1 and u.level = $2::smallint order by u.ts desc limit 1)
  union all (select b.first_ts from usage_block b where b.meter_id = $1 and b.level = $2::smallint order by b.month limit 1)
  union all (select b.last_ts from usage_block b where b.meter_id = $1 and b.level = $2::smallint order by b.month desc limit 1)
$$;
