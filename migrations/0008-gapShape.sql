alter table "ammeter" add column "gap_shape" text not null default '1';
