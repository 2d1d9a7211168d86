import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, Fault, forbidden, noSuchRow, toConfirm } from '#contract/error.ts';
import { id, jsonOf, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { Text } from '#contract/text.ts';
import { effectOfTakeover } from '#feature/meters/ingest/server/public.ts';
import { resourceOf } from '#resource/index.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import { deviceMappingSchema } from '../contract.ts';

const gateway = resourceOf('gateway');
const gatewayMapping = resourceOf('gatewayMapping');
const ammeter = resourceOf('ammeter');

type Device = z.output<typeof deviceMappingSchema>;

const devices = jsonOf(z.array(deviceMappingSchema).min(1).max(500));

/**
 * Says what devices and keys of a gateway mean, many at once: existing meters or new ones made on the spot. All or
 * nothing; the keys leave the list of what is not mapped. Asks first where a meter has readings of its own in the time of
 * what waits.
 */
export const mapKeys = defineRoute({
  method: 'POST',
  path: '/api/communication/gateway/mapKeys',
  summary: { zh: '映射网关的设备与数据键', en: 'Map devices and keys of a gateway to meters' },
  permission: funCodeOf(gatewayMapping, 'add'),
  params: z.object({ id: id(), devices, confirmed: yesNo().default(false) }),
  example: {
    id: 1,
    devices: [
      { deviceName: 'E-101', ammeterId: 1, keys: [{ dataKey: 'kwh', dataCode: 'PP', multiplier: 1 }] },
    ],
  },
  handler: async (call) => {
    const found = await findRow(call.trx, gateway, call.params.id);
    if (!found) throw noSuchRow();
    if (!call.params.confirmed) await askBefore(call, found.id, call.params.devices);
    let [meters, mappings] = [0, 0];
    for (const device of call.params.devices) {
      try {
        if (device.newMeter) meters += 1;
        mappings += await mapDevice(call, found, device);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        throw new Fault(error.code, about(device.deviceName, error), error.field);
      }
    }
    return { meters, mappings };
  },
});

const about = (device: string, { text }: Fault) => ({
  zh: `设备“${device}”：${text.zh}`,
  en: `Device “${device}”: ${text.en}`,
});

/** @throws Fault 409 with what the devices would bring to meters that have readings of their own */
async function askBefore({ trx }: SlotCall, gatewayId: number, all: readonly Device[]): Promise<void> {
  const effects: Text[] = [];
  for (const { deviceName, ammeterId, newMeter, keys } of all) {
    if (ammeterId == null || newMeter) continue;
    const meant = keys
      .filter((key) => !key.ignored)
      .map(({ dataKey, dataCode }) => ({ dataKey, dataCode: dataCode ?? null }));
    const effect = await effectOfTakeover(trx, { gatewayId, deviceName, ammeterId, keys: meant });
    if (effect) effects.push(effect);
  }
  if (effects.length > 0) throw toConfirm(effects);
}

async function mapDevice(call: SlotCall, of: JsonRow, device: Device): Promise<number> {
  const ignoresAll = device.keys.every((key) => key.ignored);
  const ammeterId = device.newMeter ? await addMeter(call, of, device.newMeter) : (device.ammeterId ?? null);
  if (ammeterId === null && !ignoresAll)
    throw badInput({ zh: '请选择表计，或新建一块', en: 'Choose a meter, or make a new one' }, 'ammeterId');
  for (const key of device.keys) {
    const values = {
      gatewayId: of.id,
      consumerId: of['consumerId'],
      deviceName: device.deviceName,
      dataKey: key.dataKey,
      ammeterId: key.ignored ? null : ammeterId,
      dataCode: key.ignored ? null : (key.dataCode ?? null),
      multiplier: key.ignored ? null : (key.multiplier ?? null),
      ignored: key.ignored,
    };
    const { rows } = await sql<{ id: number }>`select id from gateway_mapping where gateway_id = ${of.id}
      and device_name = ${device.deviceName} and data_key is not distinct from ${key.dataKey}`.execute(
      call.trx,
    );
    const asked = { ...call, confirmed: true };
    if (rows[0]) await editRow(asked, gatewayMapping, rows[0].id, values);
    else await addRow(asked, gatewayMapping, values);
    await sql`delete from gateway_rejection where gateway_id = ${of.id} and device_name = ${device.deviceName}
      and reason in ('unknownMeter', 'unknownKey') and (${key.dataKey}::text is null or data_key in (${key.dataKey}, ''))`.execute(
      call.trx,
    );
  }
  return device.keys.length;
}

async function addMeter(
  call: SlotCall,
  of: JsonRow,
  meter: NonNullable<Device['newMeter']>,
): Promise<number> {
  if (!call.caller.funCodes.has(funCodeOf(ammeter, 'add'))) throw forbidden();
  const { id: meterId } = await addRow(call, ammeter, { ...meter, consumerId: of['consumerId'] });
  return meterId;
}
