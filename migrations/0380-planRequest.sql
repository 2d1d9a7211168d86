-- Who agrees to a plan sees with what state of charge it begins.
insert into workflow_param (param_name, param_name_en, param_code, workflow_id, param_type, required, ix)
select '起始 SOC', 'State of charge at the beginning', 'socStart', w.id, 'text', false,
  coalesce((select max(p.ix) from workflow_param p where p.workflow_id = w.id), 0) + 1
from workflow w where w.workflow_code = 'storagePlan'
on conflict (workflow_id, param_code) do nothing;
