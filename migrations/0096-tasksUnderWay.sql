-- A task asks again whether its account still may do what it was started with: the function code of the call (`*` where
-- the call itself asks for one; null = the product's own task, nobody's rights are behind it), and the enterprises that
-- the account saw.
alter table task add column fun_code text default nullif(current_setting('meterhouse.call', true), '');
alter table task add column made_in text default nullif(current_setting('meterhouse.scope', true), '');
