-- Since when a limit has been watched as it is: windows before were not guarded by it.
alter table demand_guard add column "_since" timestamptz not null default now();

create function demand_guard_since() returns trigger language plpgsql as $$
begin
  new._since := now();
  return new;
end $$;
create trigger since before update on demand_guard for each row
  when ((old.limit_power, old.org_id, old.state) is distinct from (new.limit_power, new.org_id, new.state))
  execute function demand_guard_since();
