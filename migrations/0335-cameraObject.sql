-- The object that a camera looks at.
alter table "i_video_control" add column "object_id" integer;

create index "i_video_control_object_id_idx" on "i_video_control" ("object_id");

alter table "i_video_control" add constraint "i_video_control_object_id_fkey" foreign key ("object_id") references "monitor_object" (id);
