-- When a meter counts in sums: from its first value that counts (or its stated commissioning) to the end of its life.
alter table meter_fold
  -- start of the first value that counts; null = never heard
  add column heard_ts timestamptz,
  -- from when to when sums demand it; null = never, and for ever
  add column counts_from timestamptz,
  add column counts_to timestamptz;

update meter_fold f set heard_ts = h.at, counts_from = h.at
from (
  select m.meter_id, least(
    (select r.ts from reading r where r.meter_id = m.meter_id
      and (r.source = 0 or exists (select from data_source d where d.id = r.source and d.status = 1))
      order by r.ts limit 1),
    (select min(i.start_ts) from interval_energy i where i.meter_id = m.meter_id
      and (i.source = 0 or exists (select from data_source d where d.id = i.source and d.status = 1)))) as at
  from meter_fold m) h
where h.meter_id = f.meter_id and h.at is not null;

-- Meters with a demand in a bucket of a kept sum: whether these are all is told by when its meters count.
alter table kept_sum_usage add column measured smallint not null default 0;
insert into kept_sum_dirty (sum_id, from_ts, to_ts)
select u.sum_id, min(u.ts), max(u.ts) + interval '15 minutes' from kept_sum_usage u where u.level = 1 group by u.sum_id;

-- Virtual meters are folded again from the first to the last value of their meters, and each other meter at its end,
-- which settles when it counts.
insert into dirty (meter_id, from_ts, to_ts)
select f.meter_id, case when a.device_type = '11' then f.first_ts else f.last_ts end, f.last_ts
from meter_fold f join ammeter a on a.id = f.meter_id where f.first_ts is not null;
