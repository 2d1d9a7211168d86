-- Sets of data codes of any number: character c, from the left, is 1 where code c of the table is in it. They may end
-- anywhere behind their last code, so that a longer table reads what a shorter one wrote.
create function either_codes(a bit varying, b bit varying) returns bit varying
  language sql immutable strict parallel safe return
    (a || repeat('0', greatest(length(b) - length(a), 0))::bit varying)
    | (b || repeat('0', greatest(length(a) - length(b), 0))::bit varying);

create aggregate all_codes(bit varying) (
  sfunc = either_codes, stype = bit varying, initcond = '', combinefunc = either_codes, parallel = safe
);

-- Code 0 is the first of the table.
create function has_code(codes bit varying, code integer) returns boolean
  language sql immutable strict parallel safe return substring(codes from code + 1 for 1) = B'1';

-- Until now they were whole numbers, bit c of which was code c.
alter table dirty alter column codes drop default,
  alter column codes type bit varying using rtrim(reverse(codes::bit(64)::text), '0')::bit varying,
  alter column codes set default '';
alter table meter_fold alter column codes drop default,
  alter column codes type bit varying using rtrim(reverse(codes::bit(64)::text), '0')::bit varying,
  alter column codes set default '';
alter table data_source_meter
  alter column codes type bit varying using rtrim(reverse(codes::bit(64)::text), '0')::bit varying;
