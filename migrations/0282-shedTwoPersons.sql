-- Outputs for two persons may be shed where the approval of the run named them: the second person is who approved.
alter table shed_run add column approved_controls integer[] not null default '{}';
