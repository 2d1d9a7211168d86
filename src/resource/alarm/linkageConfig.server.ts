import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { isMobile, MOST_RECIPIENTS, recipientsOf } from '#contract/recipient.ts';
import type { Text } from '#contract/text.ts';
import { refusedOutward } from '#feature/meters/collector/server/public.ts';
import { isMailAddress } from '#feature/house/outbox/server/public.ts';
import type { SlotCall, Slots } from '#server/resource/slot.ts';
import { linkageConfig } from './linkageConfig.ts';

type Row = Readonly<Record<string, unknown>>;
type Key = keyof typeof linkageConfig.fields;

const fault = (key: Key, what: Text) => badInput(aboutField(linkageConfig.fields[key].label, what), key);
const MISSING: Text = { zh: '此类联动必须填写', en: 'is needed for this kind of linkage' };

/** What each kind of linkage cannot do without. */
const NEEDS: Readonly<Record<string, readonly Key[]>> = {
  1: ['phones'],
  2: ['emails'],
  3: ['cameraItemId'],
  4: ['controlItemId', 'controlValue'],
  6: ['hookUrl'],
};

/** @throws Fault 400 naming the field with the first recipient that is none */
function checkRecipients(row: Row, key: 'phones' | 'emails', good: (one: string) => boolean): void {
  const given = recipientsOf(row[key]);
  const wrong = given.find((one) => !good(one));
  if (wrong !== undefined)
    throw fault(key, {
      zh: key === 'phones' ? `不是手机号：${wrong}` : `不是邮箱地址：${wrong}`,
      en: key === 'phones' ? `is not a mobile number: ${wrong}` : `is not an address: ${wrong}`,
    });
  if (given.length > MOST_RECIPIENTS)
    throw fault(key, { zh: `最多 ${MOST_RECIPIENTS} 个`, en: `at most ${MOST_RECIPIENTS}` });
}

/** @throws Fault 400 where a web hook would reach the platform itself or inner networks */
function checkHook({ services }: SlotCall, given: unknown): void {
  if (typeof given !== 'string') return;
  const url = URL.parse(given);
  if (!url || url.username !== '' || url.password !== '')
    throw fault('hookUrl', {
      zh: '必须是不含用户名和密码的 http(s) 地址',
      en: 'must be an http(s) address without user name and password',
    });
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const refused = refusedOutward(url.hostname.replace(/^\[|\]$/g, ''), port, services.config.outwardAllow);
  if (refused) throw fault('hookUrl', refused);
}

const TABLES: Readonly<Record<string, string>> = { 2: 'event_config', 3: 'event_config_grafana' };

/** @throws Fault 400 where the event is none that the caller sees, or another enterprise's */
async function checkEvent({ trx }: SlotCall, row: Row): Promise<void> {
  const table = TABLES[String(row['eventType'])];
  if (table === undefined || row['eventId'] == null) return;
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where id = ${row['eventId']} and consumer_id = ${row['consumerId']}`.execute(trx);
  if (rows.length === 0)
    throw fault('eventId', {
      zh: `没有编号为 ${String(row['eventId'])} 的事件`,
      en: `there is no event ${String(row['eventId'])}`,
    });
}

export const linkageConfigSlots: Slots = {
  beforeSave: async (call, values, before) => {
    const row: Row = { ...before, ...values };
    const missing = NEEDS[String(row['linkageType'])]?.find((key) => (row[key] ?? '') === '');
    if (missing) throw fault(missing, MISSING);
    checkRecipients(row, 'phones', isMobile);
    checkRecipients(row, 'emails', isMailAddress);
    // One from before that is refused now can still be switched off.
    if ('hookUrl' in values) checkHook(call, values['hookUrl']);
    await checkEvent(call, row);
  },
};
