-- What records of figures and of runs call things in English, beside the names that they keep (decisions 96 and 245).
alter table "upload_detail" add column "item_name_en" text;
alter table "linkage_record" add column "linkage_name_en" text;
alter table "linkage_record" add column "alarm_name_en" text;
alter table "linkage_record" add column "recipient_en" text;
alter table "linkage_control_record" add column "linkage_name_en" text;
alter table "linkage_control_record" add column "alarm_name_en" text;

-- Records that are there have the name that the thing has now, where it still bears the name that was written. Row level
-- security may hold for the owner of the tables too.
select set_config('meterhouse.scope', 'all', true);
update upload_detail d set item_name_en = i.collect_item_name_en from data_collect_configure i
  where i.id = d.item_id and left(i.collect_item_name, 30) = d.item_name and i.collect_item_name_en <> '';
update linkage_record r set linkage_name_en = c.linkage_name_en from linkage_config c
  where r._source = 'config' and c.id = r.linkage_id and c.linkage_name = r.linkage_name and c.linkage_name_en <> '';
update linkage_record r set linkage_name_en = c.linkage_name_en from alarm_linkage_control c
  where r._source = 'control' and c.id = r.linkage_id and c.linkage_name = r.linkage_name and c.linkage_name_en <> '';
update linkage_record r set linkage_name_en = g.group_name_en,
    recipient_en = case when r.linkage_type = '7' and r.recipient = g.group_name then g.group_name_en end
  from alert_group g
  where r._source in ('group', 'member') and g.id = r.linkage_id and g.group_name = r.linkage_name
    and g.group_name_en <> '';
update linkage_record r set alarm_name_en = a.record_name_en from alarm_record a
  where a.id = r.alarm_record_id and left(a.record_name, 120) = left(r.alarm_name, 120) and a.record_name_en <> '';
update linkage_control_record c set linkage_name_en = r.linkage_name_en, alarm_name_en = r.alarm_name_en
  from linkage_record r
  where r.linkage_type = '4' and c.alarm_record_id = r.alarm_record_id and c.raise_count = r.raise_count
    and c.linkage_id = r.linkage_id and c.linkage_name = r.linkage_name;
