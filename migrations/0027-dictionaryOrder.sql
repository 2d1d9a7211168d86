-- An entry without a place of its own stands behind the last one.
alter table "dictionary" alter column "ix" drop not null;
alter table "dictionary_category" alter column "ix" drop not null;
