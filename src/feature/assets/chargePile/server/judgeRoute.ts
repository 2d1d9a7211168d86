import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { Sample } from '#domain/charge/course.ts';
import { LONGEST_SESSION_MS, mostEnergyOf } from '#domain/charge/limit.ts';
import { microToNumber, microToText, numberToMicro, textToMicro } from '#domain/decimal/decimal.ts';
import { chargeSession } from '#resource/archive/chargeSession.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { type Call, defineRoute, type Route } from '#server/route.ts';
import type { SessionState } from '#contract/chargeSession.ts';
import { JUDGEABLE } from '../contract.ts';
import { VERDICT_NAMES } from '../contract/verdict.ts';
import { JUDGE } from './permission.ts';
import { nextStarts, SETTLED_BY, settleSession } from './settle.ts';

const at = () => z.iso.datetime({ offset: true });
const params = z.object({
  id: id(),
  verdict: z.enum(VERDICT_NAMES),
  beginAt: at().optional(),
  endAt: at().optional(),
  meterStop: z.coerce.number().min(0).max(1e9).optional(),
  reason: z.string().trim().min(2).max(500),
});
type Params = z.output<typeof params>;

interface Session {
  readonly sessionId: number;
  readonly pileId: number;
  readonly connector: number;
  readonly state: SessionState;
  readonly begin: Date;
  readonly meterStart: string;
  readonly ratedPower: number;
  readonly clockDoubt: string | null;
  readonly consumerId: number;
}

const LATER = {
  zh: '会话正在充电或已正常结算，不需要人工处理',
  en: 'The session goes on, or is settled without doubt: there is nothing to judge',
};

/** What a person enters must be possible. @throws Fault 400 */
function checkEnd(
  session: Session,
  { beginAt, endAt, meterStop }: Params,
  now: number,
): Sample & { readonly begin: number } {
  const fail = (field: 'beginAt' | 'endAt' | 'meterStop', zh: string, en: string): never => {
    throw badInput({ zh, en }, field);
  };
  if (endAt === undefined) return fail('endAt', '结束时间：必填', 'Ended: a value is required');
  if (meterStop === undefined)
    return fail('meterStop', '结束示值：必填', 'Register at the end: a value is required');
  const [begin, end] = [
    beginAt === undefined ? session.begin.getTime() : Date.parse(beginAt),
    Date.parse(endAt),
  ];
  if (end > now) fail('endAt', '结束时间：不能在将来', 'Ended: it may not lie in the future');
  if (end < begin) fail('endAt', '结束时间：不能早于开始时间', 'Ended: it may not precede the begin');
  if (end - begin > LONGEST_SESSION_MS)
    fail('endAt', '结束时间：会话不超过 7 天', 'Ended: a session lasts 7 days at most');
  const energy = numberToMicro(meterStop) - textToMicro(session.meterStart);
  if (energy < 0n)
    fail(
      'meterStop',
      `结束示值：不能小于开始示值 ${session.meterStart} kWh`,
      `Register at the end: it may not be below that at the start, ${session.meterStart} kWh`,
    );
  const most = mostEnergyOf(session.ratedPower, end - begin);
  if (energy > most)
    fail(
      'meterStop',
      `结束示值：该桩在这段时间最多充 ${microToNumber(most).toFixed(1)} kWh`,
      `Register at the end: in this time the charger gives ${microToNumber(most).toFixed(1)} kWh at most`,
    );
  return { begin, at: end, energy: numberToMicro(meterStop) };
}

/** Energy of the next session at the connector is of that one. @throws Fault 400 */
async function checkNext(
  db: Db,
  session: Session,
  { begin, at: end, energy }: ReturnType<typeof checkEnd>,
): Promise<void> {
  const [next] = await nextStarts(db, session, begin, end);
  if (!next || energy <= next.energy) return;
  const register = microToNumber(next.energy);
  throw badInput(
    {
      zh: `结束示值：同一枪的下一次充电从 ${register} kWh 开始，不能大于它`,
      en: `Register at the end: the next session at the connector began at ${register} kWh, it may not be above`,
    },
    'meterStop',
  );
}

async function lockSession(db: Db, sessionId: number): Promise<Session> {
  // Starts of the charger wait: one that comes meanwhile would not be seen.
  await sql`select from charge_pile where id = (select pile_id from charge_session where id = ${sessionId})
    for no key update`.execute(db);
  const { rows } = await sql<Session>`
    select s.id as "sessionId", s.pile_id as "pileId", s.connector, s.session_state as state, s.begin_at as begin,
      s.meter_start::text as "meterStart", ${SETTLED_BY}, s._clock_doubt as "clockDoubt", s.consumer_id as "consumerId"
    from charge_session s join charge_pile p on p.id = s.pile_id where s.id = ${sessionId} for update of s`.execute(
    db,
  );
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

/** Writes what a person found and settles the session by it. */
async function judge({ services, caller, params: asked }: Call<Params>): Promise<void> {
  const { verdict, beginAt, endAt, meterStop, reason } = asked;
  await services.system.transaction().execute(async (db) => {
    const session = await lockSession(db, asked.id);
    const doubted = session.clockDoubt !== null;
    if (!JUDGEABLE.includes(session.state) && !(doubted && session.state === '2'))
      throw conflict(LATER, 'id');
    if (verdict === 'settle') await checkNext(db, session, checkEnd(session, asked, Date.now()));
    const settles = verdict === 'settle';
    await sql`insert into charge_judgement (session_id, consumer_id, verdict, begin_at, end_at, meter_stop, reason,
        was_state, was_begin, was_energy, was_total, by_id, by_name)
      select id, consumer_id, ${verdict}, ${settles && beginAt !== undefined ? beginAt : null}::timestamptz,
        ${settles ? (endAt ?? null) : null}::timestamptz,
        ${settles && meterStop !== undefined ? microToText(numberToMicro(meterStop)) : null}::numeric, ${reason},
        session_state, begin_at, energy, total_fee, ${caller.employeeId}, ${caller.name}
      from charge_session where id = ${asked.id}`.execute(db);
    await settleSession(db, asked.id);
  });
}

/** Settles a session whose end is doubtful by what a person found, leaves it out, or gives it back to what the charger told. */
const judgeSession = defineRoute({
  method: 'POST',
  path: '/api/archive/chargeSession/judge',
  summary: {
    zh: '充电记录：人工结算、不计费或恢复自动（须理由）',
    en: 'Charging sessions: settle by hand, leave out, or give back to what the charger reported (with a reason)',
  },
  permission: JUDGE,
  params,
  example: { id: 1, verdict: 'exclude', reason: 'a trial of the charger' },
  handler: async (call) => {
    const before = await findRow(call.trx, chargeSession, call.params.id);
    if (!before) throw noSuchRow();
    await judge(call);
    const after = (await findRow(call.services.system, chargeSession, call.params.id)) ?? before;
    await recordChange(call, chargeSession, 'edit', before, after, call.params.reason);
    return { id: call.params.id, sessionState: after['sessionState'] as SessionState };
  },
});

export const judgeRoutes: readonly Route[] = [judgeSession];
