-- What a virtual meter (device type 11, total adder) is the signed sum of.
create table ammeter_sum (
  ammeter_id integer not null references ammeter (id) on delete cascade,
  child_id integer not null references ammeter (id),
  sign smallint not null check (sign in (1, -1)),
  consumer_id integer not null references consumer (id),
  primary key (ammeter_id, child_id),
  check (ammeter_id <> child_id)
);
create index on ammeter_sum (child_id);
create index on ammeter_sum (consumer_id);
alter table ammeter_sum enable row level security;
alter table ammeter_sum force row level security;
create policy scope on ammeter_sum using (in_scope(consumer_id));
