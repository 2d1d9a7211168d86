-- Attributes of gateways and of devices behind them, by the device API that ThingsBoard made common: what a device tells
-- of itself, and what is set here and told to it.
create table gateway_attribute (
  gateway_id integer not null references gateway (id) on delete cascade,
  consumer_id integer not null,
  -- Empty: the gateway itself.
  device_name text not null,
  -- Set here and told to the device; else told by the device.
  shared boolean not null,
  attribute_name text not null,
  -- JSON. Not jsonb: it may hold what jsonb refuses, and a device is given back what it sent.
  value text not null,
  updated_at timestamptz not null default clock_timestamp(),
  -- Who set it, of shared ones.
  updated_by text,
  primary key (gateway_id, device_name, shared, attribute_name)
);
create index on gateway_attribute (consumer_id);
alter table gateway_attribute enable row level security;
alter table gateway_attribute force row level security;
create policy scope on gateway_attribute using (in_scope(consumer_id));
