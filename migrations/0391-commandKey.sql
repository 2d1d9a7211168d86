-- A key belongs to whoever gives commands under it: one that a person chooses is never that of an alarm or of shedding.
alter table control_command drop constraint control_command_consumer_id_key_key;
alter table control_command add unique (consumer_id, source, key);
