-- Role that requests take whose caller is limited to organisations: the restrictive policies of the limits apply to it
-- alone, so that the statements of everybody else neither plan nor carry them. Where it cannot be made or taken, the
-- start of the product lets the policies apply to everybody.
do $$
declare
  missing text := 'without the right to make and grant roles the policies of limits apply to everybody';
begin
  if not exists (select from pg_roles where rolname = 'meterhouse_app') then return; end if;
  if not exists (select from pg_roles where rolname = 'meterhouse_limited') then
    begin
      create role meterhouse_limited nologin;
    exception when insufficient_privilege then
      raise notice '%', missing;
      return;
    when duplicate_object then null;
    end;
  end if;
  if not pg_has_role('meterhouse_limited', 'meterhouse_app', 'member') then
    begin
      grant meterhouse_app to meterhouse_limited;
    exception when insufficient_privilege then raise notice '%', missing;
    end;
  end if;
  -- Who may make roles may take them, but must say so.
  if not (select rolsuper from pg_roles where rolname = session_user) then
    begin
      execute format('grant meterhouse_app, meterhouse_limited to %I', session_user);
    exception when insufficient_privilege then raise notice '%', missing;
    end;
  end if;
end $$;
