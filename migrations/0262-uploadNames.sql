alter table "upload_record" add column "record_name_en" text;
