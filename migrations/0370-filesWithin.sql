-- A file tells by its name and content of what it hangs on: it carries the limit of whoever put it there, as other
-- records do. Which files a limited account sees beside its own stands in placeRule.ts.
alter table file_record add column _made_within integer[] default made_within();
