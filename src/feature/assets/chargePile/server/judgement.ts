import { sql } from 'kysely';
import type { Stop } from '#domain/charge/course.ts';
import { textToMicro } from '#domain/decimal/decimal.ts';
import type { Db } from '#server/database/db.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { SessionJudgement } from '../contract.ts';
import type { Verdict } from '../contract/verdict.ts';

/** What holds of a session by the last judgement. */
export interface Judged {
  readonly verdict: Verdict;
  /** When it began, ms: as a person found it, else as the charger told. */
  readonly begin: number;
  /** The end that a person found; null unless it is settled by a person. */
  readonly stop: Stop | null;
  /** ms. */
  readonly at: number;
}

interface Row {
  readonly verdict: Verdict;
  readonly beginAt: Date | null;
  readonly endAt: Date | null;
  readonly meterStop: string | null;
  readonly at: Date;
  readonly firstBegin: Date;
}

/** The judgement that holds of a session; undefined where nobody judged it. */
export async function judgedOf(db: Db, sessionId: number): Promise<Judged | undefined> {
  const { rows } = await sql<Row>`
    select verdict, begin_at as "beginAt", end_at as "endAt", meter_stop::text as "meterStop", at,
      (select was_begin from charge_judgement where session_id = ${sessionId} order by id limit 1) as "firstBegin"
    from charge_judgement where session_id = ${sessionId} order by id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { verdict, beginAt, endAt, meterStop, at, firstBegin } = row;
  return {
    verdict,
    begin: (beginAt ?? firstBegin).getTime(),
    stop:
      endAt === null || meterStop === null
        ? null
        : { at: endAt.getTime(), energy: textToMicro(meterStop), reason: 'Other' },
    at: at.getTime(),
  };
}

/** All that people found of a session, the newest first. */
export async function judgementsOf(db: Db, sessionId: number): Promise<SessionJudgement[]> {
  const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);
  const { rows } = await sql<SessionJudgement>`
    select verdict, ${ms('begin_at')} as "begin", ${ms('end_at')} as "end", meter_stop::float8 as "meterStop", reason,
      was_state as "wasState", ${ms('was_begin')} as "wasBegin", was_energy::float8 as "wasEnergy",
      was_total::float8 as "wasTotal", ${signer('by_name', 'by_id')} as "byName", ${ms('at')} as at
    from charge_judgement where session_id = ${sessionId} order by id desc`.execute(db);
  return rows;
}
