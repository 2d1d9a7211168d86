-- Of which columns the digest of a block is made (`src/series/usage/digest.ts`): a new column of `usage` makes no old digest wrong.
alter table usage_block add column digest_form smallint not null default 1;
