import type { DayContext } from '#feature/meters/subject/server/public.ts';
import { openAlarms } from '#feature/watch/alarm/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Attention } from '../contract.ts';
import { PLAIN } from '../domain/attention.ts';

/** Alarms of an enterprise or site that nobody has confirmed; null where there are none, and on days that are over. */
export async function alarmItem(trx: Db, { question }: DayContext): Promise<Attention | null> {
  const { subject, current } = question;
  const { kind, consumerId, orgId, name } = subject;
  if (!current || (kind !== 'consumer' && kind !== 'site')) return null;
  const { open, unconfirmed, urgent, newestAt } = await openAlarms(
    trx,
    consumerId,
    kind === 'site' ? orgId : null,
  );
  if (unconfirmed === 0) return null;
  return {
    ...PLAIN,
    kind: 'alarm',
    name,
    at: newestAt,
    value: unconfirmed,
    detail: {
      zh: urgent > 0 ? `其中紧急 ${urgent} 条，未复归共 ${open} 条` : `未复归共 ${open} 条`,
      en: urgent > 0 ? `${urgent} urgent, ${open} open in all` : `${open} open in all`,
    },
  };
}
