-- A run of statistics of a month that is not over kept the month's end as the last of what came. It is the last again.
with recursive beyond as (
  select meter_id from meter_fold where last_ts > now()
), real as (
  select b.meter_id, greatest(
    (select r.ts from reading r where r.meter_id = b.meter_id order by r.ts desc limit 1),
    (select max(i.end_ts) from interval_energy i where i.meter_id = b.meter_id)) as at
  from beyond b
), part (meter_id, child_id) as (
  select s.ammeter_id, s.child_id from ammeter_sum s join beyond b on b.meter_id = s.ammeter_id
  union select p.meter_id, s.child_id from part p join ammeter_sum s on s.ammeter_id = p.child_id
), whole as (
  select p.meter_id, max(case when b.meter_id is null then f.last_ts else r.at end) as at
  from part p left join meter_fold f on f.meter_id = p.child_id left join beyond b on b.meter_id = p.child_id
    left join real r on r.meter_id = p.child_id
  group by p.meter_id
)
update meter_fold f set last_ts = greatest(f.first_ts, l.at)
from (select r.meter_id, greatest(r.at, w.at) as at from real r left join whole w on w.meter_id = r.meter_id) l
where l.meter_id = f.meter_id and l.at < f.last_ts;
