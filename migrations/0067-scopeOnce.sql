-- Policies ask the settings of the transaction once a statement instead of once a row: what stands in a scalar
-- subquery is evaluated before the first row. A list of 100,000 rows is counted in a sixth of the time.
create function scope_all() returns boolean
language sql stable parallel safe
as $$ select current_setting('meterhouse.scope', true) is not distinct from 'all' $$;

create function scope_ids() returns integer[]
language sql stable parallel safe
as $$
  select case when coalesce(current_setting('meterhouse.scope', true), '') in ('', 'all') then '{}'::integer[]
    else string_to_array(current_setting('meterhouse.scope', true), ',')::integer[] end
$$;

create function no_limit() returns boolean
language sql stable parallel safe
as $$ select coalesce(current_setting('meterhouse.limit', true), '') = '' $$;

create function limit_ids() returns integer[]
language sql stable parallel safe
as $$ select string_to_array(coalesce(current_setting('meterhouse.limit', true), ''), ',')::integer[] $$;

create function pg_temp.once(expression text) returns text
language sql
as $$
  select regexp_replace(
    regexp_replace(expression, 'in_scope\(([a-z_.]+)\)',
      '((select scope_all()) or \1 = any ((select scope_ids())::integer[]))', 'g'),
    'in_limit\(VARIADIC ARRAY\[((?:[^][]|\([^)]*\))*)\]\)',
    '((select no_limit()) or coalesce(array[\1] && (select limit_ids()), false))', 'g')
$$;

do $$
declare
  one record;
begin
  for one in
    select schemaname, tablename, policyname, qual, with_check from pg_policies
    where schemaname = current_schema() and concat(qual, with_check) ~ 'in_(scope|limit)\('
  loop
    execute format('alter policy %I on %I.%I', one.policyname, one.schemaname, one.tablename)
      || coalesce(' using (' || pg_temp.once(one.qual) || ')', '')
      || coalesce(' with check (' || pg_temp.once(one.with_check) || ')', '');
  end loop;
end $$;
