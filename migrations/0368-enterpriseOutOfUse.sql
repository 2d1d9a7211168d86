-- Whoever belongs to an enterprise has no session while it is out of use; what others of its people were told of it
-- ends too. Requests may not touch sessions and tokens, so this runs as their owner.
create function end_sessions_of_enterprise() returns trigger
language plpgsql security definer set search_path from current
as $$
begin
  if new.state <> '1' then
    delete from session where employee_id in (
      select id from org_employee where consumer_id = new.id and account_type = '0');
  end if;
  -- A token tells what its account saw when it was made.
  delete from mqtt_token where employee_id in (
    select id from org_employee where consumer_id = new.id or new.id = any (consumer_id_list));
  notify caller;
  return null;
end $$;
create trigger end_sessions after update of state on consumer
  for each row when (old.state is distinct from new.state) execute function end_sessions_of_enterprise();

-- Enterprises that are out of use already.
delete from session where employee_id in (
  select e.id from org_employee e join consumer c on c.id = e.consumer_id
  where c.state <> '1' and e.account_type = '0');
delete from mqtt_token where employee_id in (
  select e.id from org_employee e join consumer c on c.id = any (e.consumer_id_list) where c.state <> '1');
