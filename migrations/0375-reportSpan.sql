-- A schedule makes each stretch once: a day and a month that begin together are two.
drop index report_run_report_id_begin_dt_idx;
create unique index on report_run (report_id, begin_dt, end_dt) where scheduled;
