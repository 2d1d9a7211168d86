-- What still waits to be done of alarms that are over, as what they were of is out of use, is left.
create function skip_waiting_runs(record_ids integer[]) returns void language plpgsql security definer set search_path from current as $$
begin
  with skipped as (
    update linkage_record set run_state = 'skipped', run_reason = 'cleared', ended_at = now()
    where alarm_record_id = any (record_ids) and record_source = 'machine' and run_state = 'waiting' and tries = 0
    returning *)
  update linkage_control_record c set run_state = s.run_state, run_reason = s.run_reason, ended_at = s.ended_at
  from skipped s where s.linkage_type = '4' and c.alarm_record_id = s.alarm_record_id and c.raise_count = s.raise_count
    and c.linkage_id = s.linkage_id and c.linkage_name = s.linkage_name;
end $$;
revoke execute on function skip_waiting_runs from public;

-- An alert of Grafana that is switched off, or deleted, stands nowhere any more; in use again it stands when it is told again.
create function grafana_event_retired() returns trigger language plpgsql security definer set search_path from current as $$
declare ids integer[];
begin
  with ended as (
    update grafana_alert set ends_at = greatest(now(), starts_at) where event_id = old.id and ends_at is null returning record_id),
  over as (
    update alarm_record r set alarm_status = '0', cleared_at = greatest(now(), r.raised_at), _retired = true
    from ended e where r.id = e.record_id and r.cleared_at is null returning r.id, r.consumer_id),
  noted as (
    insert into alarm_act (record_id, consumer_id, kind) select id, consumer_id, 'retired' from over)
  select array_agg(id) into ids from over;
  perform skip_waiting_runs(ids);
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger retired_before_delete before delete on event_config_grafana for each row execute function grafana_event_retired();
create trigger retired_when_off before update of enable on event_config_grafana
  for each row when (new.enable <> '1' and old.enable = '1') execute function grafana_event_retired();

-- The same of events of devices, as before, and what waits of their alarms is left too.
create or replace function event_config_retired() returns trigger language plpgsql security definer set search_path from current as $$
declare ids integer[];
begin
  with over as (
    update alarm_record set alarm_status = '0', cleared_at = greatest(now(), raised_at), _retired = true,
      _episodes = jsonb_set(_episodes, array[(jsonb_array_length(_episodes) - 1)::text, 'clearedAt'],
        to_jsonb(floor(extract(epoch from greatest(now(), raised_at)) * 1000)))
    where _event_id = old.id and cleared_at is null
    returning id, consumer_id),
  noted as (
    insert into alarm_act (record_id, consumer_id, kind) select id, consumer_id, 'retired' from over)
  select array_agg(id) into ids from over;
  perform skip_waiting_runs(ids);
  return case tg_op when 'DELETE' then old else new end;
end $$;

-- Those whose event was switched off before this; of a deleted one nothing tells any more of which it was.
do $$
declare ids integer[];
begin
  with ended as (
    update grafana_alert a set ends_at = greatest(now(), a.starts_at) from event_config_grafana e
    where e.id = a.event_id and e.enable <> '1' and a.ends_at is null returning a.record_id),
  over as (
    update alarm_record r set alarm_status = '0', cleared_at = greatest(now(), r.raised_at), _retired = true
    where r.cleared_at is null and (r.id in (select record_id from ended)
      or r.origin = 'external' and not exists (select from grafana_alert a where a.record_id = r.id)) returning r.id, r.consumer_id),
  noted as (
    insert into alarm_act (record_id, consumer_id, kind) select id, consumer_id, 'retired' from over)
  select array_agg(id) into ids from over;
  perform skip_waiting_runs(ids);
end $$;
