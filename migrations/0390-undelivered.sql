-- What becomes of the messages of alarms after they were handed to the outbox is looked for every second.
create index outbox_failed_alarm on outbox (due_at) where state = 'failed' and purpose = 'alarm';
create index linkage_record_filed on linkage_record (_outbox_id) where _outbox_id is not null;
create index linkage_record_undelivered on linkage_record (id) where run_reason = 'undelivered';
