-- What a person holds demand and power quality of an organisation or meter against. None = the rules of the standards.
create table analysis_standard (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id) on delete cascade,
  org_id integer,
  ammeter_id integer references ammeter (id) on delete cascade,
  -- Lines of demand, kW (other energies: their unit per hour).
  demand_standard numeric check (demand_standard >= 0),
  demand_max numeric check (demand_max >= 0),
  demand_second numeric check (demand_second >= 0),
  -- 1 220 V, 2 380 V, 3 6 kV, 4 10 kV, 5 35 kV and above
  voltage_level text check (voltage_level in ('1', '2', '3', '4', '5')),
  -- Line voltage in V.
  voltage_nominal numeric check (voltage_nominal > 0),
  -- Percent above and below the nominal voltage.
  voltage_upper numeric check (voltage_upper >= 0),
  voltage_lower numeric check (voltage_lower >= 0),
  -- A
  current_limit numeric check (current_limit > 0),
  -- 0 to 1
  power_standard numeric check (power_standard > 0 and power_standard <= 1),
  -- Percent of unbalance of the three phase voltages.
  balance_standard numeric check (balance_standard > 0),
  changed_at timestamptz not null default now(),
  check (num_nonnulls(org_id, ammeter_id) = 1)
);
create unique index on analysis_standard (ammeter_id);
create unique index on analysis_standard (org_id);
create index on analysis_standard (consumer_id);
alter table analysis_standard enable row level security;
alter table analysis_standard force row level security;
create policy scope on analysis_standard using (in_scope(consumer_id));
