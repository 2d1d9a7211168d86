import { sql } from 'kysely';
import * as z from 'zod';
import { codeIndex, dataCode, ENERGY_CODES } from '#contract/dataCode.ts';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import {
  activateSource,
  createSource,
  storeIntervals,
  storeReadings,
  undoSource,
} from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { defineRoute } from '#server/route.ts';
import { NUMBER_SENTENCES, readNumber } from '#domain/cell/number.ts';
import { ROW_SENTENCES, tooEarly as tooEarlyFor } from '../domain/sentence.ts';
import { getImport } from './importData.ts';
import { loadMeters } from './meters.ts';
import { PERMISSION } from './permission.ts';
import { supersede } from './supersede.ts';

const EARLIEST = Date.UTC(2000, 0, 1);

/**
 * A person's entry of one value: what stood on a meter at an instant, or with `begin` the energy from there to
 * `time`. It counts before imports and the device, and before what persons stated of the same place earlier.
 */
export const insert = defineRoute({
  method: 'POST',
  path: '/api/sdata/importData/insert',
  summary: { zh: '录入一条数据', en: 'Enter one value' },
  permission: PERMISSION.add,
  params: z.object({
    consumerId: id(),
    ammeterId: id(),
    dataCode: z.string().max(20).default('PP'),
    begin: z.iso.datetime({ offset: true }).optional(),
    time: z.iso.datetime({ offset: true }),
    value: z.coerce.string().max(40),
    remark: z.string().max(300).optional(),
  }),
  example: {
    consumerId: 1001,
    ammeterId: 1,
    dataCode: 'FR',
    time: '2020-01-01T00:00:00+08:00',
    value: 50.02,
  },
  handler: async ({ trx, caller, params, services }) => {
    const meter = (await loadMeters(trx, params.consumerId)).find((m) => m.id === params.ammeterId);
    if (!meter) throw noSuchRow();
    const code = dataCode(params.dataCode);
    if (!code) throw badInput(ROW_SENTENCES.unknownCode, 'dataCode');
    const at = Date.parse(params.time);
    const start = params.begin === undefined ? null : Date.parse(params.begin);
    if (at > Date.now() + DAY_MS) throw badInput(ROW_SENTENCES.future, 'time');
    if (at < EARLIEST || (start ?? at) < EARLIEST) throw badInput(tooEarly, 'time');
    const early = tooEarlyFor(meter, start ?? at);
    if (early) throw badInput(early, 'time');
    if (start !== null && start >= at) throw badInput(endFirst, 'time');
    if (start !== null && at - start > 366 * DAY_MS) throw badInput(tooLong, 'begin');
    if (start !== null && !(ENERGY_CODES as readonly string[]).includes(code.code))
      throw badInput(noEnergy, 'dataCode');
    const number = readNumber(params.value, '.');
    if ('fault' in number) throw badInput(NUMBER_SENTENCES[number.fault], 'value');
    if (number.value.startsWith('-') && code.kind === 'register') {
      throw badInput(start === null ? ROW_SENTENCES.negativeRegister : ROW_SENTENCES.negativeEnergy, 'value');
    }
    const name = `${meter.code} ${code.code}`;
    const source = await createSource(services.system, {
      consumerId: params.consumerId,
      kind: 'person',
      name,
      createdBy: caller.employeeId,
      pending: true,
    });
    const options = { source, pending: true };
    if (start !== null) {
      const value = { meterId: meter.id, start, end: at, code: code.code, value: number.value };
      await storeIntervals(services.system, [value], options);
    } else {
      const builder = new BatchBuilder();
      builder.row(meter.id, at);
      builder.set(codeIndex(code.code), Number(number.value));
      await storeReadings(services.system, builder.batch(), options);
    }
    const { rows } = await sql<{ id: number }>`
      insert into import_data (consumer_id, kind, state, source_id, file_name, row_count, counts, from_ts, to_ts, remark,
        employee_id, written_at)
      values (${params.consumerId}, 'person', 'done', ${source}, ${name}, 1,
        ${JSON.stringify({ new: 1, changed: 0, same: 0, faulty: 0 })}, ${new Date(start ?? at)}, ${new Date(at)},
        ${params.remark ?? null}, ${caller.employeeId}, now()) returning id`.execute(trx);
    await supersede(trx, source, { meterId: meter.id, code: code.code, start, at });
    await activateSource(trx, source);
    return { importDataId: rows[0]?.id ?? 0 };
  },
});

/** The same under the verb that every resource has. */
export const add = { ...insert, path: '/api/sdata/importData/add' };

const endFirst = { zh: '结束时间须晚于开始时间', en: 'The end must be after the begin' };
const tooEarly = { zh: '时间早于 2000 年', en: 'The time is before the year 2000' };
const tooLong = { zh: '时段不能长于一年', en: 'The span cannot be longer than a year' };
const noEnergy = { zh: '该数据没有时段用量', en: 'This data has no energy of an interval' };

/** Takes an import or entry out of every figure: its status becomes 2, its values stay on record. */
export const del = defineRoute({
  method: 'POST',
  path: '/api/sdata/importData/del',
  summary: { zh: '撤销一次导入或录入', en: 'Undo an import or entry' },
  permission: PERMISSION.del,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, caller, params }) => {
    const data = await getImport(trx, params.id, 'lock');
    if (data.state === 'writing') {
      throw conflict({ zh: '正在写入，请先停止任务', en: 'It is being written, stop the task first' });
    }
    if (data.state === 'undone') return { importDataId: data.id, status: 2 };
    for (const source of data.sources) await undoSource(trx, source, caller.employeeId);
    await sql`update import_data set state = 'undone' where id = ${data.id}`.execute(trx);
    return { importDataId: data.id, status: 2 };
  },
});
