-- A session is settled by the account and the rated power that its charger had as it began; without a power by those of now.
alter table "charge_session" add column "_account" text, add column "_rated_power" numeric;
select set_config('meterhouse.scope', 'all', true);
update "charge_session" s set "_account" = p.measure_account, "_rated_power" = p.rated_power
  from "charge_pile" p where p.id = s.pile_id;
