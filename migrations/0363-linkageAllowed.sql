-- What was allowed with the password names the alarm too: one that may edit linkages must not turn an allowance into
-- operating at another alarm, for another site, or at another time.
create function linkage_allowed(source text, linkage integer) returns jsonb language sql stable as $$
  select case source
    when 'config' then (select jsonb_build_object('event', c.event_type, 'id', c.event_id, 'levels', c.levels,
        'site', c.site_id, 'delay', c.delay, 'unconfirmed', c.unconfirmed_only)
      from linkage_config c where c.id = linkage)
    else (select jsonb_build_object('event', k.event_type, 'id', k.event_id, 'site', k.site_id, 'delay', k.delay)
      from alarm_linkage_control k where k.id = linkage) end
$$;

-- Null, or another than now: it must be allowed anew.
alter table control_arming add column allowed jsonb;

select set_config('meterhouse.scope', 'all', true);
update control_arming set allowed = linkage_allowed(source, linkage_id);
