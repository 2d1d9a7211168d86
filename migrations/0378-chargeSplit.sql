-- Whether time alone says how much of a session's energy falls on each tariff period; null = it is not billed, or was billed before.
alter table "charge_session" add column "split_by_time" boolean;
create index "charge_session_split_by_time_order_idx" on "charge_session" ("split_by_time", id) include ("consumer_id", "site_id", "pile_id");
