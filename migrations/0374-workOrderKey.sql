-- A phone that heard no answer sends its new order again: by who sent it and the key that came with it, it is found.
alter table "work_order" add column "_sent_by" integer;
alter table "work_order" add column "_sent_key" text;
create unique index "work_order__sent_key_key" on "work_order" ("_sent_by", "_sent_key") where "_sent_key" is not null;
