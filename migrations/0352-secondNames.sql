-- What files and values that people enter are called in English beside their own names (decisions 96 and 245).
alter table "file_record" add column "file_name_en" text;
alter table "org_file" add column "file_name_en" text;
alter table "device_file" add column "file_name_en" text;
alter table "device_model_file" add column "file_name_en" text;
alter table "work_order_file" add column "file_name_en" text;
alter table "checkplan_checkfile" add column "file_name_en" text;
alter table "collect_value" add column "value_name_en" text;
