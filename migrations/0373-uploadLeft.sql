-- What a reported figure was before a revision took its place, which may never leave; and since when the history of one that a
-- platform has is another, where people have to send it anew.
alter table upload_detail
  add column _was_state text,
  add column _changed_at timestamptz;
create index upload_detail_left on upload_detail (platform_id)
  where figure_state in ('refused', 'held', 'unknown', 'waiting') or _changed_at is not null;
-- What was cleared before it left had taken the place of these for good.
update upload_detail d set figure_state = 'acknowledged'
  where d.figure_state = 'superseded' and not exists (select from upload_detail n where n.platform_id = d.platform_id
    and n.data_code = d.data_code and n.stat_type = d.stat_type and n.stat_date = d.stat_date and n.revision > d.revision);
