import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { PileEvent } from '../contract.ts';

/** What is told of a charger again and again is kept once in so long, ms. */
const AGAIN_MS = 60_000;
const REPEATED: ReadonlySet<PileEvent> = new Set([
  'refusedKey',
  'refusedTag',
  'badMessage',
  'clock',
  'orphanMeter',
  'replaced',
  'overShare',
  'security',
]);
const MOST_KEPT = 20_000;
const MOST_CHARACTERS = 300;
const last = new Map<string, number>();

/** A charger as its events name it. */
export interface Whose {
  readonly id: number;
  readonly consumerId: number;
}

/** Notes what happened at a charger; what repeats itself once a minute. */
export async function noteEvent(
  db: Db,
  pile: Whose,
  kind: PileEvent,
  { connector = null, detail = null }: { connector?: number | null; detail?: string | null } = {},
): Promise<void> {
  // Each kind of security event is kept by itself.
  const key = [pile.id, kind, kind === 'security' ? detail : ''].join(' ');
  const now = Date.now();
  if (REPEATED.has(kind)) {
    if (now - (last.get(key) ?? 0) < AGAIN_MS) return;
    if (last.size >= MOST_KEPT) last.clear();
    last.set(key, now);
  }
  const told = detail?.slice(0, MOST_CHARACTERS) ?? null;
  await sql`insert into charge_event (pile_id, consumer_id, kind, connector, detail)
    values (${pile.id}, ${pile.consumerId}, ${kind}, ${connector}, ${told})`.execute(db);
}

const KEPT_DAYS = 90;

/** Forgets events that are older than a quarter of a year. */
export const forgetEvents = (db: Db): Promise<unknown> =>
  sql`delete from charge_event where at < now() - ${KEPT_DAYS} * interval '1 day'`.execute(db);
