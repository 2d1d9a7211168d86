-- Every process that answers calls keeps the accounts behind sessions for a moment; these tell it to forget them as
-- soon as a log-out, a lock, or a change of accounts, roles or functions is committed.
create function tell_callers() returns trigger
language plpgsql
as $$
begin
  notify caller;
  return null;
end $$;

create trigger tell_callers after delete or update of locked_at on session
  for each statement execute function tell_callers();
create trigger tell_callers after update or delete on org_employee
  for each statement execute function tell_callers();
create trigger tell_callers after update or delete on org_role
  for each statement execute function tell_callers();
create trigger tell_callers after update or delete on fun
  for each statement execute function tell_callers();
create trigger tell_callers after insert or update or delete on org_fun
  for each statement execute function tell_callers();
