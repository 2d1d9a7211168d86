-- When an asset was put out of use: the time before is settled with it.
alter table storage_station add column _retired_at timestamptz;
alter table pv_plant add column _retired_at timestamptz;

select set_config('meterhouse.scope', 'all', true);
update storage_station t set _retired_at = (
  select max(l.at) from oper_log l where l.resource = 'storageStation' and l.row_id = t.id
    and l.before ->> 'state' = '1' and l.after ->> 'state' = '0')
where t.state = '0';
update pv_plant t set _retired_at = (
  select max(l.at) from oper_log l where l.resource = 'pvPlant' and l.row_id = t.id
    and l.before ->> 'state' = '1' and l.after ->> 'state' = '0')
where t.state = '0';

create function asset_retired() returns trigger language plpgsql as $$
begin
  new._retired_at := case when new.state = '0' then now() end;
  return new;
end $$;
create trigger retired before update on storage_station for each row
  when (old.state is distinct from new.state) execute function asset_retired();
create trigger retired before update on pv_plant for each row
  when (old.state is distinct from new.state) execute function asset_retired();
