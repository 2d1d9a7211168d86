import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { type PlanState, VIOLATION_KINDS } from '#contract/plan.ts';
import type { Text } from '#contract/text.ts';
import { type DaySlots, daySlots, slotSpan } from '#domain/storage/slots.ts';
import { PLAN } from '#feature/settings/workflow/contract.ts';
import {
  applyRequest,
  type Ending,
  type EndingHandler,
  onEnding,
} from '#feature/settings/workflow/server/public.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { PLAN_MAY, type PlanCurveRow, type ViolationWire } from '../contract.ts';
import { planHash } from './hash.ts';
import { heldPlan, movePlan, refuseMove } from './plan.ts';
import { planRows } from './row.ts';
import { checkDay } from './save.ts';
import type { Station } from './station.ts';

/** An interval that breaks something, in words. */
function violationText({ kind, from, to, worst, limit }: ViolationWire, slots: DaySlots): Text {
  const { zh, en } = VIOLATION_KINDS[kind];
  const soc = kind === 'socLow' || kind === 'socHigh';
  const said = (value: number) => (soc ? `${(value * 100).toFixed(1)} %` : `${value.toFixed(1)} kW`);
  const when = slotSpan(slots, from, to);
  return {
    zh: `${when} ${zh}（${said(worst)}，限值 ${said(limit)}）`,
    en: `${when} ${en} (${said(worst)}, limit ${said(limit)})`,
  };
}

/** A plan that breaks something goes no further. @throws Fault 400 naming the first intervals */
export function refuseViolations(violations: readonly ViolationWire[], slots: DaySlots): void {
  if (violations.length === 0) return;
  const texts = violations.slice(0, 3).map((one) => violationText(one, slots));
  const more = violations.length - texts.length;
  throw badInput(
    {
      zh: `96 点曲线：${texts.map(({ zh }) => zh).join('；')}${more > 0 ? `；另有 ${more} 处` : ''}`,
      en: `Curve: ${texts.map(({ en }) => en).join('; ')}${more > 0 ? `; ${more} more` : ''}`,
    },
    'points',
    { violations },
  );
}

/** Files the request for a plan that breaks nothing. @throws Fault 400, 409 */
export async function submitPlan(
  call: SlotCall,
  station: Station,
  {
    plan,
    violations,
    seen,
    now,
  }: {
    readonly plan: PlanCurveRow;
    readonly violations: readonly ViolationWire[];
    readonly seen: number | undefined;
    readonly now: number;
  },
): Promise<{ id: number; requestId: number }> {
  if (plan.planState !== 'draft') refuseMove(plan);
  if (seen !== undefined && seen !== plan.edition)
    throw conflict({
      zh: '草稿刚刚被修改过，请看过后再提交',
      en: 'The draft was changed a moment ago, look at it before it is submitted',
    });
  checkDay(station, plan.planDate, now);
  refuseViolations(violations, daySlots(station.timeZone, plan.planDate));
  const { caller, services } = call;
  const requestId = await applyRequest(services.system, {
    workflowCode: PLAN,
    title: `${plan.stationName} ${plan.planDate} v${plan.version}`,
    params: {
      planCurveId: String(plan.id),
      station: plan.stationName,
      planDate: plan.planDate,
      version: String(plan.version),
      energy: `+${plan.dischargedKwh} / −${plan.chargedKwh} kWh`,
      socStart: `${plan.socStart} %`,
    },
    applicant: { employeeId: caller.employeeId, name: caller.name },
    consumerId: plan.consumerId,
  });
  const sha256 = planHash({ planId: plan.planId, version: plan.version, date: plan.planDate }, plan.points);
  await movePlan(
    call,
    plan,
    'submit',
    sql`, submitted_at = now(), request_id = ${requestId}, sha256 = ${sha256}, note = null`,
  );
  return { id: plan.id, requestId };
}

/** Takes a plan out of use; what the station has loaded it keeps until it accepts another version. @throws Fault 409 */
export const revokePlan = (call: SlotCall, plan: PlanCurveRow, reason: string): Promise<PlanState> =>
  movePlan(call, plan, 'revoke', sql`, revoked_at = now(), note = ${reason.slice(0, 255)}`);

/** The plan that a request is about, where it still waits for that request; null where it went on without it. */
async function waiting({ call, params, requestId }: Ending): Promise<PlanCurveRow | null> {
  const plan = await heldPlan(call.trx, Number(params['planCurveId']));
  return plan.planState === 'submitted' && plan.requestId === requestId ? plan : null;
}

async function approve(ending: Ending): Promise<void> {
  const { call } = ending;
  const plan = await waiting(ending);
  if (!plan)
    throw conflict({
      zh: '计划已重新编制或撤销，此申请不再有效',
      en: 'The plan was made anew or revoked, the request is about nothing any more',
    });
  const { employeeId, name } = call.caller;
  const { rows } =
    await sql`select from plan_curve where id = ${plan.id} and made_by_id = ${employeeId}`.execute(call.trx);
  if (rows.length > 0)
    throw conflict({ zh: '编制人不能批准自己的计划', en: 'Nobody agrees to a plan of one’s own making' });
  await movePlan(
    call,
    plan,
    'approve',
    sql`, approved_at = now(), approved_by = ${name}, approved_by_id = ${employeeId}`,
  );
}

async function sendBack(ending: Ending): Promise<void> {
  const plan = await waiting(ending);
  if (plan)
    await movePlan(
      ending.call,
      plan,
      'return',
      sql`, note = ${ending.note.slice(0, 255) || null}, submitted_at = null, sha256 = null, request_id = null`,
    );
}

/** The day that a plan is for, with its curve and what it is assessed by. */
const aboutPlan: EndingHandler['about'] = async (trx, params) => {
  const planCurveId = Number(params['planCurveId']);
  if (!Number.isInteger(planCurveId)) return null;
  const [plan] = await planRows(trx, { ids: [planCurveId] });
  if (!plan) return null;
  const { consumerId, stationId, planDate } = plan;
  return {
    path: '/SDNGuangchuchong/Chunengcelve/Setting',
    search: { consumer: consumerId, station: stationId, date: planDate },
    permission: PLAN_MAY.view,
  };
};

onEnding(PLAN, { onAgreed: approve, onRefused: sendBack, onWithdrawn: sendBack, about: aboutPlan });
