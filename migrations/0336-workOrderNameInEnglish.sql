-- What a work order is called in English beside its own name (decision 96).
alter table "work_order" add column "order_name_en" text;
