-- Role that requests take whose caller is limited to organisations: the restrictive policies of the limits apply to it
-- alone, so that the statements of everybody else neither plan nor carry them. Where it cannot be made or taken, the
-- start of the product lets the policies apply to everybody.
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    if not exists (select from pg_roles where rolname = 'meterhouse_limited') then
      begin
        create role meterhouse_limited nologin;
      exception when insufficient_privilege then
        raise notice 'role meterhouse_limited was not created: no right to create roles';
      when duplicate_object then null;
      end;
    end if;
    if exists (select from pg_roles where rolname = 'meterhouse_limited')
      and not pg_has_role('meterhouse_limited', 'meterhouse_app', 'member') then
      begin
        grant meterhouse_app to meterhouse_limited;
      exception when insufficient_privilege then
        raise notice 'role meterhouse_limited may not take meterhouse_app: no right to grant it';
      end;
    end if;
  end if;
end $$;
