-- Until when a person put an alarm aside; null for everything else that is done with a record.
alter table alarm_act add column until_at timestamptz;

-- What stands or waits for somebody: the list that is watched, the gravest first.
create index alarm_record_standing on alarm_record (consumer_id, alarm_level, raised_at desc)
  where alarm_status = '1' or process = '0';
-- How many raises there were of late, and the raises of a record beyond its first.
create index alarm_act_raises on alarm_act (consumer_id, at) where kind = 'raise';
