import { dataCode, unitOfCode } from '#contract/dataCode.ts';
import { type Language, textIn } from '#contract/text.ts';
import { asksFor, computedSamples, type Condition, lookBackOf, whyAt } from '#domain/alarm/condition.ts';
import { readExpression } from '#domain/alarm/expression/read.ts';
import { Past } from '#domain/alarm/past.ts';
import { HOLD_STEPS } from '#domain/alarm/settings.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { gaugesOver, visibleMeter } from '#feature/meters/reading/server/public.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { ExpressionCheck } from '../contract.ts';

/** Where nothing newer is found, nothing current is said. */
const FRESH_MS = DAY_MS;

/** Whether a text is an expression over data codes, and what it says on a meter. @throws Fault 404 for a meter out of scope */
export async function checkExpression(
  trx: Db,
  text: string,
  ammeterId: number | null,
  language: Language,
  now: number,
): Promise<ExpressionCheck> {
  const read = readExpression(text);
  const meter = ammeterId === null ? null : await visibleMeter(trx, ammeterId);
  if ('problem' in read)
    return {
      ok: false,
      message: textIn(read.problem, language),
      at: read.at,
      values: [],
      truth: null,
      asOf: null,
    };
  const condition: Condition = { kind: 'expression', text, node: read.node };
  const codes = [...asksFor(condition).keys()];
  const valueOf = (code: string, value: number | null) => ({
    code,
    name: textIn(dataCode(code)?.label, language) ?? code,
    unit: unitOfCode(code, meter?.unit ?? ''),
    value,
  });
  const found = ammeterId === null ? null : await sayNow(trx, ammeterId, condition, now);
  return {
    ok: true,
    message: null,
    at: null,
    values: codes.map((code) => valueOf(code, found?.values.get(code) ?? null)),
    truth: found?.truth ?? null,
    asOf: found?.asOf ?? null,
  };
}

/** What a condition says at the newest reading of a meter. */
async function sayNow(trx: Db, ammeterId: number, condition: Condition, now: number) {
  const { rows } = await sql<{ stepMs: number }>`
    select interval_seconds * 1000 as "stepMs" from ammeter where id = ${ammeterId}`.execute(trx);
  const holdMs = HOLD_STEPS * (rows[0]?.stepMs ?? 0);
  const codes = [...asksFor(condition).keys()];
  const back = lookBackOf(condition, holdMs);
  const window = { meterId: ammeterId, from: now - FRESH_MS - back, to: now + FRESH_MS };
  const readings = (await gaugesOver(trx, [window], codes)).get(ammeterId) ?? [];
  const [last] = computedSamples(readings, condition, new Past(codes, { own: holdMs })).slice(-1);
  if (!last) return null;
  const why = whyAt(condition, readings, { own: holdMs });
  return {
    asOf: last.at,
    truth: last.verdict === 'unknown' ? null : last.verdict === 'raise',
    values: new Map(why.values.map(({ code, value }) => [code, value])),
  };
}
