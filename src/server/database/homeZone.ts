import { sql } from 'kysely';
import { HOME_ZONE } from '#domain/time/homeZone.ts';

/** The home zone as a literal of a statement. */
export const homeZone = sql.lit(HOME_ZONE);
