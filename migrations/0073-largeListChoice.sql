-- Choices of long lists are sorted by too: what is deep in their order is read from an index.
create index "ammeter_device_type_order_idx" on "ammeter" ("device_type", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_data_type_order_idx" on "ammeter" ("data_type", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_state_order_idx" on "ammeter" ("state", id) include ("consumer_id", "site_id", "parent_id");

create index "gateway_mapping_data_code_order_idx" on "gateway_mapping" ("data_code", id) include ("gateway_id", "consumer_id", "ammeter_id");

create index "device_device_class_order_idx" on "device" ("device_class", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "device_current_state_order_idx" on "device" ("current_state", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "monitor_item_monitor_type_order_idx" on "monitor_item" ("monitor_type", id) include ("consumer_id", "site_id", "ammeter_id", "data_item_id");

create index "monitor_item_state_order_idx" on "monitor_item" ("state", id) include ("consumer_id", "site_id", "ammeter_id", "data_item_id");

create index "gauge_configure_meter_level_order_idx" on "gauge_configure" ("meter_level", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_align_state_order_idx" on "gauge_configure" ("align_state", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_current_state_order_idx" on "gauge_configure" ("current_state", id) include ("consumer_id", "ammeter_id");
