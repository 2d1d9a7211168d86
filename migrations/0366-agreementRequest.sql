-- The request that was filed last for an agreement: no other puts it into force.
alter table price_agreement add column _request_id integer;

select set_config('meterhouse.scope', 'all', true);
update price_agreement a set _request_id = (
  select max(r.id) from workflow_request r
    join workflow w on w.id = r.workflow_id and w.workflow_code = 'priceAgreement'
    join workflow_param_data p on p.request_id = r.id and p.node_id is null and p.param_code = 'agreementId'
  where p.param_value = a.id::text and r.consumer_id = a.consumer_id)
where a.approve_state <> '3';

-- One whose request is not on its way as it was filed waits for nobody: it may be changed, and asks anew.
update price_agreement a set approve_state = '2'
where a.approve_state = '1' and not exists (
  select from workflow_request r where r.id = a._request_id and r.state = '1' and r.round = 1);
