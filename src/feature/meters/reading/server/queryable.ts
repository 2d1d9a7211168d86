export { type Queryable, queryableOf, type Statement } from '#server/database/queryable.ts';
