-- Where holders of a role land after log-in; null = the overview.
alter table "org_role" add column "home_url" text;
-- A shipped role whose functions wait for the next start, which knows the menu: they are given once.
alter table "org_role" add column "_unfilled" boolean not null default false;
update org_role set home_url = '/home/support' where role_code = 'operator';
update org_role set home_url = '/SDNMonitoring/Overview' where role_code = 'enterprise';

insert into org_role (role_name, role_name_en, role_code, org_fun_list, second_factor, home_url, _unfilled) values
  ('值班电工', 'Duty electrician', 'electrician', '{}', false, '/home/electrician', true),
  ('核算会计', 'Accountant', 'accountant', '{}', false, '/home/accountant', true),
  ('计量检定员', 'Metering inspector', 'inspector', '{}', false, '/home/inspector', true)
on conflict (role_code) do nothing;
