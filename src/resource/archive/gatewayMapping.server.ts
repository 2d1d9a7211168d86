import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { askMapped } from '#feature/meters/ingest/server/public.ts';
import { askToWire, changedOf } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, Slots, Values } from '#server/resource/slot.ts';
import { gatewayMapping } from './gatewayMapping.ts';

const { ammeterId, dataCode, dataKey, multiplier, signalPointId } = gatewayMapping.fields;

/** The mapping of the same gateway, device and key; a missing key is a key of its own here ("every key"). */
async function sameMapping(trx: Db, row: Values): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from gateway_mapping
    where gateway_id = ${row['gatewayId']} and device_name = ${row['deviceName']}
      and data_key is not distinct from ${row['dataKey'] ?? null} limit 1`.execute(trx);
  return rows[0]?.id;
}

/** A mapping of a signal point is of one key, and of nothing else. */
function checkSignal(row: Values): void {
  if (!row['dataKey']) throw badInput(aboutField(dataKey.label, REQUIRED), 'dataKey');
  const beside = (['ammeterId', 'dataCode', 'multiplier'] as const).find((field) => row[field] != null);
  if (beside)
    throw badInput(
      aboutField(gatewayMapping.fields[beside].label, {
        zh: `不能与“${signalPointId.label.zh}”一起填写`,
        en: `may not stand together with “${signalPointId.label.en}”`,
      }),
      beside,
    );
}

/** The point is of the gateway's enterprise. */
async function checkPoint(trx: Db, row: Values): Promise<void> {
  const { rows } = await sql`select from signal_point
    where id = ${row['signalPointId']} and consumer_id = ${row['consumerId']}`.execute(trx);
  if (rows.length === 0)
    throw badInput(
      aboutField(signalPointId.label, { zh: '不属于该企业', en: 'it is not of this enterprise' }),
      'signalPointId',
    );
}

/** A mapping names a meter unless it ignores; a code stands for one key, so it needs the key. */
function checkMeaning(row: Values): void {
  if (row['signalPointId']) return checkSignal(row);
  if (row['ignored'] !== true && !row['ammeterId'])
    throw badInput(aboutField(ammeterId.label, REQUIRED), 'ammeterId');
  if (row['dataCode'] && !row['dataKey'])
    throw badInput(
      aboutField(dataCode.label, {
        zh: `只能与“${dataKey.label.zh}”一起填写`,
        en: `may only stand together with “${dataKey.label.en}”`,
      }),
      'dataCode',
    );
  if (row['multiplier'] === 0)
    throw badInput(aboutField(multiplier.label, { zh: '不能为 0', en: 'may not be 0' }), 'multiplier');
}

const POINT = { field: 'signalPointId', label: signalPointId.label };

/** What says which key tells a signal point. */
const KEYS = ['gatewayId', 'consumerId', 'deviceName', 'dataKey', 'dataCode', 'ammeterId', 'signalPointId', 'ignored'] as const; // prettier-ignore

/** The signal points that mappings tell: themselves, or by the inputs of their meters. */
const toldBy = (...mappings: readonly (Values | JsonRow | null)[]) => ({
  points: mappings.map((one) => one?.['signalPointId']),
  meters: mappings.map((one) => (one?.['dataCode'] ? null : one?.['ammeterId'])),
});

export const gatewayMappingSlots: Slots = {
  beforeSave: async (call, values, before) => {
    const { trx } = call;
    const row = { ...before, ...values };
    if (!before || changedOf(KEYS, values, before)) await askToWire(call, toldBy(before, row), POINT);
    checkMeaning(row);
    if (row['signalPointId']) await checkPoint(trx, row);
    const same = await sameMapping(trx, row);
    if (same !== undefined && same !== before?.id)
      throw conflict(
        {
          zh: '该网关的这个设备和数据键已有映射',
          en: 'This device and key of the gateway are mapped already',
        },
        'dataKey',
      );
    await askMapped(call, row, before);
  },
  beforeDelete: (call, row) => askToWire(call, toldBy(row), POINT),
  findSame: ({ trx }, values) => sameMapping(trx, values),
};
