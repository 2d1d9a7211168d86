-- Quarters of an hour of which a demand is known, in an hour, a day, a month, a year; a quarter says it by its demands.
alter table usage add column md_n integer;

insert into dirty (meter_id, from_ts, to_ts)
select meter_id, first_ts, last_ts from meter_fold where first_ts is not null;
