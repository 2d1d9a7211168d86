-- What stands behind the wiring of an output in other rows: the line of its channel, or how the signal comes about that is
-- taken for its position. Who approves an output approves these with it. Limits of who looks do not change what was approved.
create function control_behind(way text, channel integer, signal integer) returns jsonb language sql stable
  security definer set search_path from current as $$
  select case when way = '2'
    then (select jsonb_build_object('inverted', p.inverted, 'zh', p.states_zh, 'en', p.states_en, 'meter', p.ammeter_id,
        'key', p.signal_key, 'mapped', coalesce((select jsonb_agg(jsonb_build_array(m.gateway_id, m.device_name, m.data_key,
            m.ignored) order by m.id) from gateway_mapping m where m.signal_point_id = p.id
            -- A meter of ours whose inputs tell it: which device of which gateway that is.
            or (m.ammeter_id = p.ammeter_id and p.signal_key is not null and m.data_code is null)), '[]'))
      from signal_point p where p.id = signal)
    else (select jsonb_build_object('protocol', c.protocol, 'host', c.host, 'port', c.port)
      from collector_channel c where c.id = channel) end
$$;

-- Linkages that are allowed stay so: an allowance names from now on how its output is wired, as it is now.
select set_config('meterhouse.scope', 'all', true);
update control_arming a set allowed = a.allowed || jsonb_build_object('wired', json_build_object(
  'way', r.way, 'adjusts', r.operate_type = '2', 'channelId', r.channel_id,
  'unitAddress', r.unit_address, 'writeFunction', r.write_function, 'writeAddress', r.write_address,
  'onValue', r.on_value, 'offValue', r.off_value, 'valueType', r.value_type, 'scale', r.scale::float8,
  'readFunction', r.read_function, 'readAddress', r.read_address, 'relayNumber', r.relay_number,
  'gatewayId', r.gateway_id, 'iotId', nullif(r.iot_id, ''), 'identifier', r.identifier, 'signalPointId', r.signal_point_id,
  'meterAddress', r.meter_address, 'passwordLevel', r.password_level, 'operatorCode', r.operator_code, 'closing', r.closing,
  'minimum', r.minimum::float8, 'maximum', r.maximum::float8, 'step', r.step::float8,
  'behind', case when r.way is not null then control_behind(r.way, r.channel_id, r.signal_point_id) end))
from i_remote_control r where r.id = a.control_id and a.allowed is not null;

-- Plans that are enabled stay so: they stand by what is behind their outputs now.
update shed_arming a set stood = jsonb_set(a.stood, '{loads}', (
  select jsonb_agg(case when r.id is null then l.load
      else jsonb_set(l.load, '{wiring}', (l.load -> 'wiring')
        || jsonb_build_object('behind',
          case when r.way is not null then control_behind(r.way, r.channel_id, r.signal_point_id) end)) end order by l.place)
  from jsonb_array_elements(a.stood -> 'loads') with ordinality l (load, place)
  left join i_remote_control r on r.id = (l.load ->> 'id')::integer))
where jsonb_array_length(a.stood -> 'loads') > 0;
