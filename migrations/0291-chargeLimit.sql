-- The power of a charger may be limited and set free again (OCPP 1.6 smart charging, decision 213).
alter table charge_command drop constraint charge_command_kind_check;
alter table charge_command add constraint charge_command_kind_check check (kind in
  ('remoteStart', 'remoteStop', 'available', 'unavailable', 'softReset', 'hardReset', 'limit', 'clearLimit'));
-- kW, of a limit.
alter table charge_command add column power numeric;
alter table charge_command add constraint charge_command_power_check check ((kind = 'limit') = (power is not null));
create index on charge_command (pile_id, id desc) where state = 'accepted' and kind in ('limit', 'clearLimit');
