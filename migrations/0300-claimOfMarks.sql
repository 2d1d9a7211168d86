-- Which meters have marks of recent values is found by an index, however many marks of history wait beside them.
alter table dirty add column live boolean not null generated always as (to_ts - marked_at > interval '-2 days') stored;
create index dirty_live_idx on dirty (meter_id) where live;
-- The oldest mark, for the metrics.
create index dirty_marked_idx on dirty (marked_at);

-- Rows of a queue come and go: what is dead is taken away while it is little, and the planner hears how much there is.
alter table dirty set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table kept_sum_dirty set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
-- Buckets of today are written anew with every reading: a fifth of all rows, as by default, would be years of them.
alter table usage set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 20000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 20000);
alter table kept_sum_usage set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 20000,
  autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 20000);
