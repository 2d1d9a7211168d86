-- Lists that may hold tens of thousands of rows: read in the order of a shown column from an index, and searched in
-- one text per row that is in lower case already.
create index "ammeter_ammeter_name_order_idx" on "ammeter" ("ammeter_name", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_ammeter_code_order_idx" on "ammeter" ("ammeter_code", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_interval_seconds_order_idx" on "ammeter" ("interval_seconds", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_rated_power_order_idx" on "ammeter" ("rated_power", id) include ("consumer_id", "site_id", "parent_id");

alter table "ammeter" add column "_search" text generated always as (lower(coalesce("ammeter_name", '') || E'\n' || coalesce("ammeter_code", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "ammeter"."_search" is 'ammeter_name ammeter_code remark _initials';

create index "device_device_name_order_idx" on "device" ("device_name", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "device_device_code_order_idx" on "device" ("device_code", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "device_manufacturer_order_idx" on "device" ("manufacturer", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "device_rated_power_order_idx" on "device" ("rated_power", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "device_location_order_idx" on "device" ("location", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "device_using_date_order_idx" on "device" ("using_date", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

alter table "device" add column "_search" text generated always as (lower(coalesce("device_name", '') || E'\n' || coalesce("device_code", '') || E'\n' || coalesce("manufacturer", '') || E'\n' || coalesce("serial_number", '') || E'\n' || coalesce("location", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "device"."_search" is 'device_name device_code manufacturer serial_number location remark _initials';

create index "gateway_mapping_device_name_order_idx" on "gateway_mapping" ("device_name", id) include ("gateway_id", "consumer_id", "ammeter_id");

create index "gateway_mapping_data_key_order_idx" on "gateway_mapping" ("data_key", id) include ("gateway_id", "consumer_id", "ammeter_id");

create index "gateway_mapping_multiplier_order_idx" on "gateway_mapping" ("multiplier", id) include ("gateway_id", "consumer_id", "ammeter_id");

alter table "gateway_mapping" add column "_search" text generated always as (lower(coalesce("device_name", '') || E'\n' || coalesce("data_key", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "gateway_mapping"."_search" is 'device_name data_key remark _initials';

create index "monitor_item_item_name_order_idx" on "monitor_item" ("item_name", id) include ("consumer_id", "site_id", "ammeter_id", "data_item_id");

alter table "monitor_item" add column "_search" text generated always as (lower(coalesce("item_name", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "monitor_item"."_search" is 'item_name remark _initials';

create index "gauge_configure_meter_name_order_idx" on "gauge_configure" ("meter_name", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_ser_no_order_idx" on "gauge_configure" ("ser_no", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_manage_no_order_idx" on "gauge_configure" ("manage_no", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_model_order_idx" on "gauge_configure" ("model", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_precision_level_order_idx" on "gauge_configure" ("precision_level", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_align_cycle_order_idx" on "gauge_configure" ("align_cycle", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_last_align_date_order_idx" on "gauge_configure" ("last_align_date", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_next_align_date_order_idx" on "gauge_configure" ("next_align_date", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_location_order_idx" on "gauge_configure" ("location", id) include ("consumer_id", "ammeter_id");

alter table "gauge_configure" add column "_search" text generated always as (lower(coalesce("meter_name", '') || E'\n' || coalesce("gauge_code", '') || E'\n' || coalesce("ser_no", '') || E'\n' || coalesce("manage_no", '') || E'\n' || coalesce("bar_code", '') || E'\n' || coalesce("manufacturer", '') || E'\n' || coalesce("model", '') || E'\n' || coalesce("precision_level", '') || E'\n' || coalesce("ranges", '') || E'\n' || coalesce("align_org", '') || E'\n' || coalesce("un_align_reason", '') || E'\n' || coalesce("location", '') || E'\n' || coalesce("remark", '') || E'\n' || coalesce("_initials", ''))) stored;
comment on column "gauge_configure"."_search" is 'meter_name gauge_code ser_no manage_no bar_code manufacturer model precision_level ranges align_org un_align_reason location remark _initials';
