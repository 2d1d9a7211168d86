import { sql } from 'kysely';
import { badInput, conflict, Fault } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import { changedOf, faultOfWiring, MAY_NOT_WIRE, rightOf, type Wiring } from '#feature/watch/control/server/public.ts'; // prettier-ignore
import type { Slots, Values } from '#server/resource/slot.ts';
import { iRemoteControl } from './iRemoteControl.ts';

const { fields } = iRemoteControl;

/** What an output points to belongs to its enterprise. */
const PLACES = {
  siteId: 'monitor_site',
  objectId: 'monitor_object',
  ammeterId: 'ammeter',
  monitorItemId: 'monitor_item',
  channelId: 'collector_channel',
  gatewayId: 'gateway',
  signalPointId: 'signal_point',
} as const;

/** The fields of a wiring: which register, relay or property is written, within what, and what is taken for its position. */
const FIELD_OF = {
  way: 'way',
  adjusts: 'operateType',
  channelId: 'channelId',
  unitAddress: 'unitAddress',
  writeFunction: 'writeFunction',
  writeAddress: 'writeAddress',
  onValue: 'onValue',
  offValue: 'offValue',
  valueType: 'valueType',
  scale: 'scale',
  readFunction: 'readFunction',
  readAddress: 'readAddress',
  relayNumber: 'relayNumber',
  meterAddress: 'meterAddress',
  passwordLevel: 'passwordLevel',
  operatorCode: 'operatorCode',
  closing: 'closing',
  gatewayId: 'gatewayId',
  iotId: 'iotId',
  identifier: 'identifier',
  signalPointId: 'signalPointId',
  minimum: 'minimum',
  maximum: 'maximum',
  step: 'step',
} as const satisfies Readonly<Record<keyof Wiring, keyof typeof fields>>;

/** The affair of who may wire outputs. */
const WIRED = Object.values(FIELD_OF);

/** Where these change, the password of the meter goes. */
const SECRET_OF = ['channelId', 'meterAddress'] as const;

const SECRET: Text = {
  zh: '表计密码不是字段：请用 iRemoteControl/setSecret 设置',
  en: 'The password of the meter is no field: set it by iRemoteControl/setSecret',
};

/** Modbus over serial line 1.02, 2.1: what is sent to 0 is done by every unit, and answered by none. */
const EVERY_UNIT: Text = {
  zh: '0 是广播：串行线上的每个从站都会动作',
  en: '0 is broadcast: every unit on the serial line would act',
};

/** What a new row has that is not wired yet. */
const UNWIRED: Values = { operateType: fields.operateType.initial };

export const iRemoteControlSlots: Slots = {
  elsewhere: { secret: SECRET, password: SECRET },
  beforeSave: async ({ trx, caller }, values, before) => {
    const wired = changedOf(WIRED, values, before ?? UNWIRED);
    if (wired !== undefined && !caller.funCodes.has(rightOf('wire')))
      throw new Fault(403, aboutField(fields[wired].label, MAY_NOT_WIRE), wired);
    const row = { ...before, ...values };
    for (const [key, table] of Object.entries(PLACES)) {
      const id = row[key];
      if (id === null || id === undefined) continue;
      const { rows } = await sql`select from ${sql.table(table)}
        where id = ${id} and consumer_id = ${row['consumerId'] ?? null}`.execute(trx);
      if (rows.length === 0) throw wrong(key, { zh: '不属于该企业', en: 'it is not of this enterprise' });
    }
    const fault = faultOfWiring(wiringOf(row));
    if (fault) throw wrong(FIELD_OF[fault.field], fault.text);
    if (row['way'] === '3') {
      const { rows } = await sql`select from collector_channel
        where id = ${row['channelId'] ?? null} and protocol = '3'`.execute(trx);
      if (rows.length === 0)
        throw wrong('channelId', { zh: '应为 DL/T 645 通道', en: 'a DL/T 645 channel is expected' });
    }
    if (row['way'] === '1') {
      const { rows } = await sql<{ serial: boolean }>`select protocol = '2' as serial from collector_channel
        where id = ${row['channelId'] ?? null} and protocol in ('1', '2')`.execute(trx);
      if (!rows[0]) throw wrong('channelId', { zh: '应为 Modbus 通道', en: 'a Modbus channel is expected' });
      if (rows[0].serial && Number(row['unitAddress']) === 0) throw wrong('unitAddress', EVERY_UNIT);
    }
    if (before && before['consumerId'] !== row['consumerId'] && (await hasHistory(trx, Number(before['id']))))
      throw conflict(
        {
          zh: '该遥控点已有操作记录，企业不能更改',
          en: 'The output has a history: its enterprise cannot be changed',
        },
        'consumerId',
      );
  },
  // Another meter has another password: the one of before is not sent to it.
  afterSave: async ({ trx, services }, row, before) => {
    if (!before || !SECRET_OF.some((key) => before[key] !== row[key])) return;
    await sql`delete from control_secret where control_id = ${row.id}`.execute(services.system);
    await sql`update i_remote_control set secret_set = false where id = ${row.id} and secret_set`.execute(
      trx,
    );
  },
  /** What was operated is a record: the output is taken out of use, not deleted. */
  beforeDelete: async ({ trx }, { id }) => {
    if (await hasHistory(trx, Number(id)))
      throw conflict(
        {
          zh: '该遥控点已有操作或挂牌记录，不能删除；请将状态改为“停用”',
          en: 'The output has a history and cannot be deleted; set its state to “Out of use”',
        },
        'state',
      );
  },
};

const wrong = (key: string, text: Text) => {
  const label = key in fields ? fields[key as keyof typeof fields].label : { zh: key, en: key };
  return badInput(aboutField(label, text), key);
};

async function hasHistory(
  trx: Parameters<NonNullable<Slots['beforeSave']>>[0]['trx'],
  id: number,
): Promise<boolean> {
  const { rows } = await sql`select from control_command where control_id = ${id}
    union all select from control_tag where control_id = ${id} limit 1`.execute(trx);
  return rows.length > 0;
}

/** The wiring of a row as it is typed: an empty field is none. */
function wiringOf(row: Values): Wiring {
  const text = (key: string): string | null => {
    const value = row[key];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const number = (key: string): number | null => {
    const value = row[key];
    return value === null || value === undefined || value === '' ? null : Number(value);
  };
  return {
    way: text('way') as Wiring['way'],
    adjusts: row['operateType'] === '2',
    channelId: number('channelId'),
    unitAddress: number('unitAddress'),
    writeFunction: text('writeFunction') as Wiring['writeFunction'],
    writeAddress: text('writeAddress'),
    onValue: number('onValue'),
    offValue: number('offValue'),
    valueType: text('valueType') as Wiring['valueType'],
    scale: number('scale'),
    readFunction: text('readFunction') as Wiring['readFunction'],
    readAddress: text('readAddress'),
    relayNumber: number('relayNumber'),
    gatewayId: number('gatewayId'),
    iotId: text('iotId'),
    identifier: text('identifier'),
    signalPointId: number('signalPointId'),
    meterAddress: text('meterAddress'),
    passwordLevel: number('passwordLevel'),
    operatorCode: text('operatorCode'),
    closing: text('closing') as Wiring['closing'],
    minimum: number('minimum'),
    maximum: number('maximum'),
    step: number('step'),
  };
}
