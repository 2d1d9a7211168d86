import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The name of a row that is not shown: the one as entered in English, the English one else; without it what its remark says. */
export const nameBeside = (column: string, remark: string): RawBuilder<string | null> => {
  const [name, english] = [sql.ref(column), sql.ref(`${column}_en`)];
  return sql`coalesce(nullif(case when shown_name(${name}, ${english}) = ${name} then ${english} else ${name} end, ''),
    ${sql.ref(remark)})`;
};
