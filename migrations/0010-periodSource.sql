alter table "ammeter" add column "period_source" text;
