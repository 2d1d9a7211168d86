-- A phone that heard no answer sends its move or comment again: by who sent it and the key that came with it, it is found.
alter table work_order_step add column sent_key text;
create unique index work_order_step_sent_key on work_order_step (work_order_id, employee_id, sent_key) where sent_key is not null;
