-- Applications of enterprises are requests of the workflow.
drop table registration;

-- Classification of a person: the code of an entry of the dictionary's category empClassify.
alter table "org_employee" add column "emp_classify_id" text;
