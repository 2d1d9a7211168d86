-- Maximum demand: windows that slide, and months that end when a bill is settled.
alter table "consumer" add column "settlement_day" integer not null default 1;

alter table "consumer" add column "settlement_hour" integer not null default 0;

alter table "monitor_site" add column "settlement_day" integer;

alter table "monitor_site" add column "settlement_hour" integer;

alter table "ammeter" add column "demand_slip" text not null default '1';

-- The highest sliding demand and the end of its window; null where it is not above the block demand.
alter table usage add column sd bigint, add column sd_at timestamptz;

-- Quarters in conflict were demand until now, and meters finer than a quarter of an hour had no sliding one.
insert into dirty (meter_id, from_ts, to_ts)
select f.meter_id, f.first_ts, f.last_ts from meter_fold f join ammeter a on a.id = f.meter_id
where f.first_ts is not null and (a.interval_seconds < 900
  or exists (select from usage u where u.meter_id = f.meter_id and u.level = 5 and u.flags & 32 <> 0));
