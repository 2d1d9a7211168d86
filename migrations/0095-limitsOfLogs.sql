-- What an account whose roles are limited leaves behind carries its limit: the organisations that it saw when it did
-- so. Null = whoever made it saw the whole enterprise, or nobody did. Whoever is limited sees what was made within the
-- own limit; the policies are brought up at the start (limitRule.ts).
create function made_within() returns integer[]
language sql stable parallel safe
as $$ select case when no_limit() then null else limit_ids() end $$;

alter table oper_log add column _made_within integer[] default made_within();
alter table access_record add column _made_within integer[] default made_within();
alter table task add column _made_within integer[] default made_within();
alter table file add column _made_within integer[] default made_within();
alter table outbox add column _made_within integer[] default made_within();
alter table import_run add column _made_within integer[] default made_within();
alter table import_data add column _made_within integer[] default made_within();
alter table data_source add column _made_within integer[] default made_within();
alter table import_mapping add column _made_within integer[] default made_within();
alter table saved_view add column _made_within integer[] default made_within();

-- A mapping that others remember may have a name that one cannot see.
alter table import_mapping drop constraint import_mapping_consumer_id_name_key;
create unique index import_mapping_name on import_mapping (consumer_id, name, _made_within) nulls not distinct;

-- The meters that a browser's token is limited to; null = all of its topics.
alter table mqtt_token add column meters integer[];

-- A token tells what its account saw when it was made. It ends as soon as that may have changed; the browser asks for
-- another. Requests may not touch tokens, so these run as their owner.
create function end_tokens_of_account() returns trigger
language plpgsql security definer set search_path from current
as $$
begin
  delete from mqtt_token where employee_id = old.id;
  return null;
end $$;
create trigger end_tokens after delete or update of role_id_list, consumer_id, consumer_id_list, account_type, state,
  expired_time on org_employee for each row execute function end_tokens_of_account();

create function end_tokens_of_session() returns trigger
language plpgsql security definer set search_path from current
as $$
begin
  delete from mqtt_token where session_hash = new.token_hash;
  return null;
end $$;
create trigger end_tokens after update of locked_at on session
  for each row when (new.locked_at is not null) execute function end_tokens_of_session();

create function end_tokens() returns trigger
language plpgsql security definer set search_path from current
as $$
begin
  delete from mqtt_token where tg_argv[0] = 'all' or meters is not null;
  return null;
end $$;
create trigger end_tokens after delete or update of org_fun_list, org_limit_list on org_role
  for each statement execute function end_tokens('all');
create trigger end_tokens after insert or update or delete on org_fun
  for each statement execute function end_tokens('all');
create trigger end_tokens after delete or update of consumer_id, site_id on ammeter
  for each statement execute function end_tokens('limited');
create trigger end_tokens after update or delete on org_ammeter
  for each statement execute function end_tokens('limited');
create trigger end_tokens after delete or update of parent_id, consumer_id on org_unit
  for each statement execute function end_tokens('limited');

-- What a limit reaches follows the tree of units.
create trigger tell_callers after delete or update of parent_id, consumer_id on org_unit
  for each statement execute function tell_callers();
create trigger tell_callers after delete on monitor_site
  for each statement execute function tell_callers();
