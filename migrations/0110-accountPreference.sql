-- How an account works with the product, by name; only the product's own calls about the caller's account touch it.
create table account_preference (
  employee_id integer not null references org_employee (id) on delete cascade,
  name text not null,
  value jsonb not null,
  primary key (employee_id, name)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on account_preference from meterhouse_app;
  end if;
end $$;
