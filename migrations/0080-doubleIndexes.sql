-- Lists that hold many rows have an index for every order, which leads to what a reference points to as well: each index
-- beside it costs every new row its share.
drop index ammeter_consumer_id_idx, ammeter_parent_id_idx, ammeter_site_id_idx;
drop index device_consumer_id_idx, device_device_model_id_idx, device_site_id_idx, device_unit_type_id_idx;
drop index gateway_mapping_ammeter_id_idx, gateway_mapping_consumer_id_idx, gateway_mapping_gateway_id_idx;
drop index gauge_configure_ammeter_id_idx, gauge_configure_consumer_id_idx;
drop index monitor_item_ammeter_id_idx, monitor_item_consumer_id_idx, monitor_item_data_item_id_idx,
  monitor_item_site_id_idx;
drop index oper_log_at_idx;
