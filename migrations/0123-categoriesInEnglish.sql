alter table "dictionary_category" add column "name_en" text;

alter table "dictionary_category" add column "source_en" text;

-- The role and the account of the operator are one thing by one name.
update org_role set role_name_en = 'Platform operator' where role_code = 'operator' and role_name_en = 'Platform operation';
