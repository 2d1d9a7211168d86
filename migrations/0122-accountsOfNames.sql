-- Whose name it is that a row keeps as it was written: without the account a reader of English sees it in Chinese
-- (decision 137). Rows of before keep the name alone.
alter table "file_record" add column "uploaded_by_id" integer;
alter table "checkplan_checkfile" add column "uploaded_by_id" integer;
alter table "news" add column "author_id" integer;
alter table "post" add column "author_id" integer;
alter table "post_reply" add column "author_id" integer;
alter table help_document add column uploaded_by_id integer;

-- The English name of an account that still bears the name that was written of it; also where the reader's scope does not
-- show the account itself, as of an operator who wrote the news. Null where it has none or is called otherwise by now.
create function account_name_en(account_id integer, written text) returns text language sql stable parallel safe
  security definer set search_path from current as $$
  select nullif(name_en, '') from org_employee where id = account_id and name = written
$$;
