-- Months of readings that are over and quiet, as blocks (decision 222): a row a meter and month, column by column.
create table reading_block (
  meter_id integer not null,
  -- The first day of the month, UTC.
  month date not null,
  -- Another with each writing: what was read of a block under this name stays as it was.
  id uuid not null default gen_random_uuid(),
  -- The first and last instant of its rows.
  first_ts timestamptz not null,
  last_ts timestamptz not null,
  -- The same of those that the device itself told.
  device_first_ts timestamptz,
  device_last_ts timestamptz,
  row_count integer not null,
  value_count integer not null,
  -- Bit i = code i of the table of data codes has a value.
  codes bit varying not null,
  -- How the bytes are written; they end with a checksum (CRC-32C).
  form smallint not null,
  sealed_at timestamptz not null default now(),
  bytes bytea not null,
  primary key (meter_id, month)
);
-- Nothing can be squeezed out of them any more.
alter table reading_block alter column bytes set storage external;

-- Months that were over when something of theirs came last, and when: they are quiet some days after that.
create table reading_late (
  meter_id integer not null,
  month date not null,
  at timestamptz not null default now(),
  primary key (meter_id, month)
);
create index reading_block_month_idx on reading_block (month);
