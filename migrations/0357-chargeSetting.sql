-- Further commands to chargers, and their settings as they told them (decision 200).
alter table charge_command drop constraint charge_command_kind_check;
alter table charge_command add constraint charge_command_kind_check check (kind in
  ('remoteStart', 'remoteStop', 'available', 'unavailable', 'softReset', 'hardReset', 'limit', 'clearLimit', 'share', 'clearShare',
   'reserve', 'cancelReserve', 'unlock', 'askState', 'readSettings', 'changeSetting'));
-- The setting that is changed, and to what.
alter table charge_command add column setting_key text;
alter table charge_command add column setting_value text;
alter table charge_command add constraint charge_command_setting_check check
  ((kind = 'changeSetting') = (setting_key is not null) and (kind = 'changeSetting') = (setting_value is not null));

create table charge_setting (
  pile_id integer not null references charge_pile (id) on delete cascade,
  consumer_id integer not null references consumer (id),
  setting_key text not null,
  -- Null: it told none, or the setting is a secret.
  setting_value text,
  read_only boolean not null,
  primary key (pile_id, setting_key)
);
create index on charge_setting (consumer_id);
alter table charge_setting enable row level security;
alter table charge_setting force row level security;
create policy scope on charge_setting using (in_scope(consumer_id));
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke insert, update, delete on charge_setting from meterhouse_app;
  end if;
end $$;
