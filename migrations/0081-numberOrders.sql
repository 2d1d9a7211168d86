-- Under row level security no index leads to a place in the order of a numeric column, as PostgreSQL does not hold its
-- comparison for leakproof. Large lists get the same number in a column whose comparison it does.
drop index ammeter_rated_power_order_idx;
drop index device_rated_power_order_idx;
drop index gauge_configure_report_ratio_order_idx;
drop index gateway_mapping_multiplier_order_idx;

alter table "ammeter" add column "_rated_power" double precision generated always as ("rated_power"::double precision) stored;
create index "ammeter__rated_power_order_idx" on "ammeter" ("_rated_power", id) include ("consumer_id", "site_id", "parent_id");
alter table "gateway_mapping" add column "_multiplier" double precision generated always as ("multiplier"::double precision) stored;
create index "gateway_mapping__multiplier_order_idx" on "gateway_mapping" ("_multiplier", id) include ("gateway_id", "consumer_id", "ammeter_id");
alter table "device" add column "_rated_power" double precision generated always as ("rated_power"::double precision) stored;
create index "device__rated_power_order_idx" on "device" ("_rated_power", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");
alter table "gauge_configure" add column "_report_ratio" double precision generated always as ("report_ratio"::double precision) stored;
create index "gauge_configure__report_ratio_order_idx" on "gauge_configure" ("_report_ratio", id) include ("consumer_id", "ammeter_id");

call arrange_columns('ammeter');
call arrange_columns('device');
call arrange_columns('gateway_mapping');
call arrange_columns('gauge_configure');
