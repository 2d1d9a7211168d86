-- Names that wait may hold no NUL and no half character: asking for the names of one such row fails for all.
update held_reading
set "values" = regexp_replace("values"::text,
  '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::json
where "values"::text ~ '\\u(0000|[dD][89a-fA-F])';
