alter table "alarm" add column "composition" jsonb;

-- The rules that a composition is made of; none of them goes while it is.
create table alarm_part (
  alarm_id integer not null references alarm (id) on delete cascade,
  part_id integer not null references alarm (id),
  consumer_id integer not null references consumer (id),
  primary key (alarm_id, part_id)
);
create index on alarm_part (part_id);
create index on alarm_part (consumer_id);
alter table alarm_part enable row level security;
alter table alarm_part force row level security;
create policy scope on alarm_part using (in_scope(consumer_id));
