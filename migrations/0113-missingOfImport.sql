-- What a file lacked between its values, as a workbook beside the one of the rows that were not taken.
alter table import_data add column missing_file_id integer;
