-- How a function is reached (menu, tab, search), and what the product shipped of it last: {parent, place, zh, en}.
alter table "fun" add column "place" text;
alter table "fun" add column "_shipped" jsonb;
