-- Commands whose sender waits for the answer: what came too late, twice or in the name of another counts nothing.

alter table gateway_command
  -- An answer counts within so many milliseconds after the command was sent; null = whenever it comes.
  add column patience_ms integer,
  -- Its sender has given up: not sent after it, and an answer after it is late.
  add column closed_at timestamptz,
  -- Answers that did not count.
  add column further_answers integer not null default 0;
