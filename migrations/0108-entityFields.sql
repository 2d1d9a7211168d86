-- What a function does, by which scheme an agreement is, and meters that measure no energy (communication managers).
alter table fun add column oper_type text;

alter table price_agreement add column plan_type text;
update price_agreement a set plan_type = s.scheme_type from price_scheme s where s.id = a.plan_id;

alter table ammeter alter column data_type drop not null;
