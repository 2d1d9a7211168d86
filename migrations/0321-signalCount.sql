-- The state of a rule on a signal point after the newest instant that was judged; null = it is judged anew from before what stands.
alter table alarm_signal add column state jsonb;
