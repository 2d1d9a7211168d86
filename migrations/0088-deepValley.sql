-- A fifth tariff period, deep valley: the meter's own register 5, its energy, what it costs, and its price.
alter table reading add column pp5 float8;
alter table usage add column pp5 bigint, add column cz5 numeric(30, 12);
alter table kept_sum_usage add column pp5 bigint, add column cz5 numeric(30, 12);
alter table "price_scheme" add column "price5" numeric;
alter table "price_version" add column "price5" numeric;
