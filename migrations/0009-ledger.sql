-- What the product of CT and PT was made from, and meters that show primary values already.
alter table ledger_segment add column ct numeric check (ct > 0), add column pt numeric check (pt > 0),
  add column primary_values boolean not null default false;
