alter table "alarm" add column "expression" text;
