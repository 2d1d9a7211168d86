import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { MOST_STATES, readStates, type States } from '#domain/signal/word.ts';
import { CODES } from '#contract/dataCode.ts';
import { askToWire, changedOf } from '#feature/watch/control/server/public.ts';
import type { Slots, Values } from '#server/resource/slot.ts';
import { keepVersionsOfPoint } from '../event/alarm.server.ts';
import { signalPoint } from './signalPoint.ts';

const { statesZh, statesEn, normalState, ammeterId, signalKey, objectId, siteId } = signalPoint.fields;

/** What makes the state of a point out of what comes, and how long it holds. */
const TELLS = ['inverted', 'statesZh', 'statesEn', 'ammeterId', 'signalKey', 'expectedSeconds'] as const;

export const signalPointSlots: Slots = {
  beforeSave: async (call, values, before) => {
    const { trx } = call;
    const row = { ...before, ...values };
    const told = before === null ? undefined : changedOf(TELLS, values, before);
    if (told !== undefined)
      await askToWire(call, { points: [row['id']] }, { field: told, label: signalPoint.fields[told].label });
    checkStates(row);
    checkKey(row);
    await checkPlace(trx, row);
  },
  afterSave: async ({ trx }, row, before) => {
    if (before) await keepVersionsOfPoint(trx, row.id);
  },
  /** What a point told is a record: it is taken out of use, not deleted. */
  beforeDelete: async ({ trx }, { id }) => {
    const { rows } = await sql`select from signal_state where point_id = ${id}`.execute(trx);
    if (rows.length > 0)
      throw conflict(
        {
          zh: '该信号点已有历史记录，不能删除；请将状态改为“停用”',
          en: 'The point has a history and cannot be deleted; set its state to “Out of use”',
        },
        'state',
      );
  },
};

/** Both languages name the same states, and the normal one is among them. */
function checkStates(row: Values): void {
  const [zh, en] = [statesIn(row, 'statesZh'), statesIn(row, 'statesEn')];
  if (zh.size !== en.size || [...zh.keys()].some((value) => !en.has(value)))
    throw badInput(
      aboutField(statesEn.label, {
        zh: '应与中文状态的数字一致',
        en: 'the same numbers as in Chinese are expected',
      }),
      'statesEn',
    );
  const normal = row['normalState'];
  if (typeof normal === 'number' && !zh.has(normal))
    throw badInput(
      aboutField(normalState.label, { zh: '不是上述状态之一', en: 'it is none of the states' }),
      'normalState',
    );
}

function statesIn(row: Values, field: 'statesZh' | 'statesEn'): States {
  const states = readStates(String(row[field]));
  if (states) return states;
  throw badInput(
    aboutField((field === 'statesZh' ? statesZh : statesEn).label, {
      zh: `应为 2–${MOST_STATES} 个不同的状态，如 0=分闸,1=合闸（数字 0–255，名称至多 30 字）`,
      en: `2 to ${MOST_STATES} different states are expected, such as 0=Open,1=Closed (0 to 255, words of at most 30 characters)`,
    }),
    field,
  );
}

/** A key is one of a meter, and none that means a reading. */
function checkKey(row: Values): void {
  const key = row['signalKey'];
  if (typeof key !== 'string' || key === '') return;
  if (!row['ammeterId']) throw badInput(aboutField(ammeterId.label, REQUIRED), 'ammeterId');
  if (CODES.indexOf(key) >= 0)
    throw badInput(
      aboutField(signalKey.label, {
        zh: '已是读数的数据代码，请用别的键',
        en: 'it is a code of readings, take another key',
      }),
      'signalKey',
    );
}

/** Site, object and meter are of the enterprise. */
async function checkPlace(trx: Parameters<typeof signalPointPlace>[0], row: Values): Promise<void> {
  const place = await signalPointPlace(trx, row);
  const named = { siteId, objectId, ammeterId };
  for (const field of ['siteId', 'objectId', 'ammeterId'] as const)
    if (row[field] && !place[field])
      throw badInput(
        aboutField(named[field].label, { zh: '不属于该企业', en: 'it is not of this enterprise' }),
        field,
      );
}

async function signalPointPlace(
  trx: Parameters<NonNullable<Slots['beforeSave']>>[0]['trx'],
  row: Values,
): Promise<Readonly<Record<'siteId' | 'objectId' | 'ammeterId', boolean>>> {
  const id = (field: string): unknown => row[field] ?? null;
  const { rows } = await sql<{ siteId: boolean; objectId: boolean; ammeterId: boolean }>`select
      exists (select from monitor_site where id = ${id('siteId')} and consumer_id = ${id('consumerId')}) as "siteId",
      exists (select from monitor_object where id = ${id('objectId')} and consumer_id = ${id('consumerId')}) as "objectId",
      exists (select from ammeter where id = ${id('ammeterId')} and consumer_id = ${id('consumerId')}) as "ammeterId"`.execute(
    trx,
  );
  return rows[0] ?? { siteId: false, objectId: false, ammeterId: false };
}
