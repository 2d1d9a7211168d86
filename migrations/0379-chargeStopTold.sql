-- The stamp that the charger gave the end: where its clock is doubted its own stamps still tell how long it charged.
alter table charge_stop add column told_at timestamptz;
