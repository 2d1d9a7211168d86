-- Which press of a button was let go last, of whoever has a camera in hand: what of it still comes begins nothing.
alter table camera_lease add column page text;
alter table camera_lease add column let_go integer;

-- A camera moves for a second at most once it is let go.
select set_config('meterhouse.scope', 'all', true);
update i_video_control set move_ms = 1000 where move_ms > 1000;
