-- How the supplier measures the maximum demand of an account; null = as its meters do.
alter table "price_agreement" add column "demand_slip" text;
