-- Lists that may hold tens of thousands of rows are read in the order of each of their columns from an index, those
-- too that a person has to pick and those that point to other rows.
create index "ammeter_consumer_id_order_idx" on "ammeter" ("consumer_id", id) include ("site_id", "parent_id");

create index "ammeter_site_id_order_idx" on "ammeter" ("site_id", id) include ("consumer_id", "parent_id");

create index "ammeter_parent_id_order_idx" on "ammeter" ("parent_id", id) include ("consumer_id", "site_id");

create index "ammeter_gap_shape_order_idx" on "ammeter" ("gap_shape", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_period_source_order_idx" on "ammeter" ("period_source", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_demand_slip_order_idx" on "ammeter" ("demand_slip", id) include ("consumer_id", "site_id", "parent_id");

create index "ammeter_remark_order_idx" on "ammeter" ("remark", id) include ("consumer_id", "site_id", "parent_id");

create index "gateway_mapping_gateway_id_order_idx" on "gateway_mapping" ("gateway_id", id) include ("consumer_id", "ammeter_id");

create index "gateway_mapping_consumer_id_order_idx" on "gateway_mapping" ("consumer_id", id) include ("gateway_id", "ammeter_id");

create index "gateway_mapping_ammeter_id_order_idx" on "gateway_mapping" ("ammeter_id", id) include ("gateway_id", "consumer_id");

create index "gateway_mapping_ignored_order_idx" on "gateway_mapping" ("ignored", id) include ("gateway_id", "consumer_id", "ammeter_id");

create index "gateway_mapping_remark_order_idx" on "gateway_mapping" ("remark", id) include ("gateway_id", "consumer_id", "ammeter_id");

create index "device_consumer_id_order_idx" on "device" ("consumer_id", id) include ("site_id", "unit_type_id", "device_model_id");

create index "device_site_id_order_idx" on "device" ("site_id", id) include ("consumer_id", "unit_type_id", "device_model_id");

create index "device_unit_type_id_order_idx" on "device" ("unit_type_id", id) include ("consumer_id", "site_id", "device_model_id");

create index "device_device_model_id_order_idx" on "device" ("device_model_id", id) include ("consumer_id", "site_id", "unit_type_id");

create index "device_serial_number_order_idx" on "device" ("serial_number", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "device_remark_order_idx" on "device" ("remark", id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id");

create index "monitor_item_consumer_id_order_idx" on "monitor_item" ("consumer_id", id) include ("site_id", "ammeter_id", "data_item_id");

create index "monitor_item_site_id_order_idx" on "monitor_item" ("site_id", id) include ("consumer_id", "ammeter_id", "data_item_id");

create index "monitor_item_ammeter_id_order_idx" on "monitor_item" ("ammeter_id", id) include ("consumer_id", "site_id", "data_item_id");

create index "monitor_item_data_item_id_order_idx" on "monitor_item" ("data_item_id", id) include ("consumer_id", "site_id", "ammeter_id");

create index "monitor_item_ix_order_idx" on "monitor_item" ("ix", id) include ("consumer_id", "site_id", "ammeter_id", "data_item_id");

create index "monitor_item_remark_order_idx" on "monitor_item" ("remark", id) include ("consumer_id", "site_id", "ammeter_id", "data_item_id");

create index "gauge_configure_consumer_id_order_idx" on "gauge_configure" ("consumer_id", id) include ("ammeter_id");

create index "gauge_configure_gauge_code_order_idx" on "gauge_configure" ("gauge_code", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_bar_code_order_idx" on "gauge_configure" ("bar_code", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_meter_type_order_idx" on "gauge_configure" ("meter_type", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_params_type_order_idx" on "gauge_configure" ("params_type", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_params_order_idx" on "gauge_configure" ("params", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_data_code_order_idx" on "gauge_configure" ("data_code", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_report_arithmetic_order_idx" on "gauge_configure" ("report_arithmetic", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_report_ratio_order_idx" on "gauge_configure" ("report_ratio", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_ammeter_id_order_idx" on "gauge_configure" ("ammeter_id", id) include ("consumer_id");

create index "gauge_configure_manufacturer_order_idx" on "gauge_configure" ("manufacturer", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_ranges_order_idx" on "gauge_configure" ("ranges", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_align_org_order_idx" on "gauge_configure" ("align_org", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_un_align_reason_order_idx" on "gauge_configure" ("un_align_reason", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_installer_order_idx" on "gauge_configure" ("installer", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_install_time_order_idx" on "gauge_configure" ("install_time", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_link_sys_order_idx" on "gauge_configure" ("link_sys", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_state_change_time_order_idx" on "gauge_configure" ("state_change_time", id) include ("consumer_id", "ammeter_id");

create index "gauge_configure_remark_order_idx" on "gauge_configure" ("remark", id) include ("consumer_id", "ammeter_id");

-- A search reads the searched texts alone; those of archive meters may be too long for an index.
create index "ammeter_search_idx" on "ammeter" (id) include ("consumer_id", "site_id", "parent_id", "_search");

create index "gateway_mapping_search_idx" on "gateway_mapping" (id) include ("gateway_id", "consumer_id", "ammeter_id", "_search");

create index "device_search_idx" on "device" (id) include ("consumer_id", "site_id", "unit_type_id", "device_model_id", "_search");

create index "monitor_item_search_idx" on "monitor_item" (id) include ("consumer_id", "site_id", "ammeter_id", "data_item_id", "_search");
