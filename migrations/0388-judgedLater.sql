-- Marks that are looked at when our clock has come there; null = at once. Of an event: it came late, and stands unless
-- something more is said of it. Of a meter: its stamps lie ahead of our clock.
alter table device_event_dirty add column due_at timestamptz;
alter table alarm_dirty add column due_at timestamptz;
