import type { Db } from '#server/database/db.ts';
import { sql } from 'kysely';
import { isMailAddress, isTelephone, sendMail, sendSms } from '#feature/house/outbox/server/public.ts';
import type { RequestState } from '#contract/workflow.ts';
import type { StoredRequest } from './store.ts';

const WORDS = {
  '2': { zh: '已退回', en: 'was sent back' },
  '3': { zh: '已通过', en: 'was agreed' },
  '4': { zh: '已终止', en: 'was stopped' },
} as const;

/**
 * The end of a request reaches the applicant: one with an account by mail where the account has an address; an outside
 * person, who has no page to look at, by mail or else by message.
 */
export async function tellApplicant(
  trx: Db,
  request: StoredRequest,
  state: RequestState,
  note: string,
): Promise<void> {
  if (state !== '2' && state !== '3' && state !== '4') return;
  const words = WORDS[state];
  const why = note === '' ? { zh: '', en: '' } : { zh: `：${note}`, en: `: ${note}` };
  const text = {
    zh: `您的申请“${request.title}”${words.zh}${why.zh}`,
    en: `Your request “${request.title}” ${words.en}${why.en}`,
  };
  const { consumerId } = request;
  const to = request.applicantId === null ? request.applicantMail : await mailOf(trx, request.applicantId);
  if (to && isMailAddress(to)) {
    const subject = { zh: `申请${words.zh}`, en: `Your request ${words.en}` };
    await sendMail(trx, { to, subject, text, purpose: 'workflow', consumerId });
  } else if (request.applicantId === null && request.applicantPhone && isTelephone(request.applicantPhone))
    await sendSms(trx, { to: request.applicantPhone, text, purpose: 'workflow', consumerId });
}

async function mailOf(system: Db, employeeId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select email from org_employee
    where id = ${employeeId} and state = '1'`.execute(system);
  return rows[0]?.email ?? null;
}
