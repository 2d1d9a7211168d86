-- What the machine noted of a record, such as the alarm that it follows from, in English; of people's own words there is one text.
alter table alarm_act add column info_en text;
