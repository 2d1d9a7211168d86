-- An import of the operator may hold values of many enterprises: it belongs to none, and has a source in each of them.
alter table import_data alter column consumer_id drop not null;
alter table import_data add column source_ids integer[];
create index on import_data using gin (source_ids);
alter table import_mapping alter column consumer_id drop not null;
alter table import_mapping drop constraint import_mapping_consumer_id_name_key;
alter table import_mapping add constraint import_mapping_consumer_id_name_key unique nulls not distinct (consumer_id, name);
