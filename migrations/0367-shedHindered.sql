-- Since when nothing that a run of shedding switched off may come back: after a while it is left to people.
alter table shed_run add column hindered_since timestamptz;
