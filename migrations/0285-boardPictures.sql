-- A display board shows published pictures too, one after the other; its figures may be left out then.
alter table "display_board" add column "pictures" integer[];
alter table "display_board" add column "turn_seconds" integer not null default 20;
alter table "display_board" alter column "turn_seconds" drop default;
alter table "display_board" alter column "figures" drop not null;
