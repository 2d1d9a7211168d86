import * as z from 'zod';
import { badInput, noSuchRow, tooMany } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { resourceOf } from '#resource/index.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import type { ItemWire, ReadNowWire } from '../contract.ts';
import { exceptionText } from '../domain/modbus/frame.ts';
import { hex } from '../domain/parsed.ts';
import { type Plan, type Transport, faultOfAddress, fits, planOf } from '../domain/plan.ts';
import { loadModel } from './channelConfig.ts';
import type { Connection, Failure } from './connection.ts';
import { readGroup } from './exchange.ts';
import { openLine } from './line.ts';
import type { MeterReading } from './gathering.ts';
import { readMeter } from './readMeter.ts';

/** A person waits: no longer than this for one answer, however patient the channel is. */
const LONGEST_MS = 5000;
/** The whole read, so that a meter of many silent items does not hold the call. */
const WHOLE_MS = 15_000;
const MOST_AT_ONCE = 3;

/** Function code of the trial read. */
const READ_NOW = 'archive.collectorChannel.readNow';

let running = 0;

/**
 * Reads one meter of a channel while a person waits, by the map of a model or as bare registers, and stores nothing.
 * Only hosts of channels can be asked, which an administrator has entered.
 */
export const readNow = defineRoute({
  method: 'POST',
  path: '/api/archive/collectorChannel/readNow',
  summary: { zh: '采集通道：立即试读', en: 'Collector channels: read now, nothing is stored' },
  permission: READ_NOW,
  params: z.object({
    id: id(),
    unitAddress: z.string().trim().min(1).max(12),
    deviceModelId: id().optional(),
    readFunction: z.enum(['3', '4']).default('3'),
    registerAddress: z.coerce.number().int().min(0).max(65_535).optional(),
    count: z.coerce.number().int().min(1).max(125).default(10),
  }),
  example: { id: 1, unitAddress: '1', registerAddress: 0, count: 10 },
  handler: async (call): Promise<ReadNowWire> => {
    const { trx, params, services } = call;
    const channel = await findRow(trx, resourceOf('collectorChannel'), params.id);
    if (!channel) throw noSuchRow();
    const transport = channel['protocol'] as Transport;
    const fault = faultOfAddress(transport, params.unitAddress);
    if (fault) throw badInput(fault, 'unitAddress');
    const plan =
      params.deviceModelId === undefined
        ? undefined
        : await planFor(call.trx, transport, params.deviceModelId);
    if (!plan && (params.registerAddress === undefined || transport === '3'))
      throw badInput({ zh: '请选择设备型号', en: 'Choose a device model' }, 'deviceModelId');
    if (running >= MOST_AT_ONCE)
      throw tooMany({ zh: '正在进行其他试读，请稍候', en: 'Other trial reads are running, wait a moment' });
    await recordChange(
      call,
      resourceOf('collectorChannel'),
      'edit',
      null,
      { ...channel, ...params },
      'read now',
    );
    running++;
    try {
      const timeoutMs = Math.min(Number(channel['timeoutMs']), LONGEST_MS);
      const line = await openLine(
        String(channel['host']),
        Number(channel['port']),
        timeoutMs,
        services.config.collectorAllow,
      );
      if ('failure' in line) return failed(line.failure);
      const whole = setTimeout(() => line.value.close(), WHOLE_MS);
      try {
        return plan
          ? wireOf(await readMeter(line.value, transport, params.unitAddress, plan, timeoutMs))
          : await readBare(line.value, transport, params, timeoutMs);
      } finally {
        clearTimeout(whole);
        line.value.close();
      }
    } finally {
      running--;
    }
  },
});

async function planFor(
  trx: Parameters<typeof loadModel>[0],
  transport: Transport,
  deviceModelId: number,
): Promise<Plan> {
  const model = await loadModel(trx, deviceModelId);
  if (!model) throw badInput({ zh: '设备型号不存在', en: 'There is no such device model' }, 'deviceModelId');
  if (!fits(transport, model.protocol))
    throw badInput(
      { zh: '设备型号的规约与通道的传输方式不符', en: 'The protocol of the model does not fit the channel' },
      'deviceModelId',
    );
  return planOf(model.protocol, model.map);
}

const failed = ({ state, detail }: Failure): ReadNowWire => ({
  state,
  detail,
  took: 0,
  at: Date.now(),
  items: [],
});

const wireOf = ({ state, detail, at, took, items }: MeterReading): ReadNowWire => ({
  state,
  detail,
  at,
  took,
  items,
});

/** Registers as they stand, one item each. */
async function readBare(
  connection: Connection,
  transport: Transport,
  params: {
    unitAddress: string;
    readFunction: '3' | '4';
    registerAddress?: number | undefined;
    count: number;
  },
  timeoutMs: number,
): Promise<ReadNowWire> {
  const address = params.registerAddress ?? 0;
  const begun = Date.now();
  const read = {
    unit: Number(params.unitAddress),
    fn: params.readFunction === '4' ? (4 as const) : (3 as const),
    address,
    count: Math.min(params.count, 65_536 - address),
  };
  const outcome = await readGroup(connection, transport, read, timeoutMs);
  if ('failure' in outcome) return { ...failed(outcome.failure), took: Date.now() - begun };
  const at = Date.now();
  const { value } = outcome;
  if ('exception' in value)
    return { state: 'exception', detail: exceptionText(value.exception), at, took: at - begun, items: [] };
  const items: ItemWire[] = Array.from({ length: read.count }, (_, i) => {
    const raw = value.data.subarray(i * 2, i * 2 + 2);
    const word = ((raw[0] ?? 0) << 8) | (raw[1] ?? 0);
    return { code: null, address: String(address + i), raw: hex(raw), value: word, fault: null };
  });
  return { state: 'ok', detail: null, at, took: at - begun, items };
}
