-- Cameras that turn, with the instant by which they are stopped whatever became of the process that turns them
-- (decision 179): another one does so.
create table camera_motion (
  camera_id integer primary key references i_video_control (id) on delete cascade,
  part text not null check (part in ('head', 'focus')),
  -- Which press it was: who stops an older one leaves a newer one alone.
  mark uuid not null,
  stop_at timestamptz not null,
  -- Somebody is stopping it until then.
  taken_until timestamptz
);
create function tell_camera_motion() returns trigger language plpgsql as $$
begin
  perform pg_notify('camera_motion', '');
  return null;
end $$;
create trigger tell_camera_motion after insert on camera_motion for each statement execute function tell_camera_motion();
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on camera_motion from meterhouse_app;
  end if;
end $$;
