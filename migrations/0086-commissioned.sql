-- The day from whose first minute a meter stands at its place; what is stamped before it is no reading of it.
alter table "ammeter" add column "commissioned" date;

create index "ammeter_commissioned_order_idx" on "ammeter" ("commissioned", id) include ("consumer_id", "site_id", "parent_id");
