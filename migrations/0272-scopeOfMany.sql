-- An operator may see thousands of enterprises: whether a row is among them is asked of a hash that is made once a statement,
-- instead of walking the list for every row.
create function pg_temp.hashed(expression text) returns text
language sql
as $$
  select regexp_replace(
    regexp_replace(expression, '\min_scope\(([a-z_."]+)\)', '((select scope_all()) or \1 in (select unnest(scope_ids())))', 'g'),
    '([a-z_."]+) = ANY \(\( ?SELECT scope_ids\(\) AS scope_ids\)::integer\[\]\)', '\1 in (select unnest(scope_ids()))', 'g')
$$;

do $$
declare
  one record;
begin
  for one in
    select schemaname, tablename, policyname, qual, with_check from pg_policies
    where schemaname = current_schema() and concat(qual, with_check) ~ '(in_scope|scope_ids)\('
  loop
    execute format('alter policy %I on %I.%I', one.policyname, one.schemaname, one.tablename)
      || coalesce(' using (' || pg_temp.hashed(one.qual) || ')', '')
      || coalesce(' with check (' || pg_temp.hashed(one.with_check) || ')', '');
  end loop;
end $$;
