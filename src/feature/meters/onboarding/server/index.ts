import { textIn } from '#contract/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { deviceTypeOptions } from '#contract/deviceType.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { startTask, type TaskHandler } from '#feature/house/task/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { faultFile } from '#server/resource/importing/faultFile.ts';
import { defineRoute, type Download, type Route } from '#server/route.ts';
import { sheetType } from '#server/sheet/writeSheet.ts';
import { writeTemplate } from '#server/sheet/writeTemplate.ts';
import { ONBOARDING_COLUMNS } from '../contract.ts';
import { type OnboardingParams, preview, write } from './onboard.ts';

const permission = 'onboarding.import';

/** @throws Fault 404 where the caller does not see the enterprise. */
async function mustSee(trx: Db, consumerId: number): Promise<void> {
  const { rows } = await sql`select id from consumer where id = ${consumerId}`.execute(trx);
  if (rows.length === 0) throw noSuchRow();
}

const template = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/communication/onboarding/importtemplate',
  summary: { zh: '批量接入表计：模板', en: 'Many meters: template of the list' },
  permission,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params, language }): Promise<Download> => {
    await mustSee(trx, params.consumerId);
    const names = async (table: string, column: string): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`select ${sql.ref(column)} as name from ${sql.table(table)}
        where consumer_id = ${params.consumerId} order by id limit 1000`.execute(trx);
      return rows.map((row) => row.name);
    };
    const words = (options: Readonly<Record<string, { zh: string; en: string }>>) =>
      Object.values(options).map((option) => textIn(option, language));
    // A name that several bear would be refused.
    const { rows: sites } = await sql<{ name: string }>`
      select case when count(*) over (partition by org_name) > 1 then org_code else org_name end as name
      from monitor_site where consumer_id = ${params.consumerId} order by id limit 1000`.execute(trx);
    const gateways = await names('gateway', 'gateway_name');
    const offered: Readonly<Record<string, readonly string[]>> = {
      site: sites.map((row) => row.name),
      deviceType: words(deviceTypeOptions),
      dataType: words(energyTypeOptions),
      gateway: gateways,
    };
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const name = say('表计清单', 'Meters');
    const body = await writeTemplate({
      name,
      columns: ONBOARDING_COLUMNS.map((column) => ({
        header: textIn(column.header, language),
        note: textIn(column.note, language),
        width: 18,
        ...(offered[column.key]?.length ? { options: offered[column.key] ?? [] } : {}),
      })),
      notes: {
        name: say('说明', 'Notes'),
        lines: [
          say(
            '每行一块表计。已有相同编号的表计保持不变。先试运行，再写入；错误行可下载后修改重传。',
            'One meter a row. A meter of a code that is there is left as it is. Try first, then write; faulty rows come back as a file.',
          ),
        ],
      },
    });
    return { fileName: `${name}.xlsx`, mimeType: sheetType('xlsx'), body };
  },
});

/** Takes a list of meters and tries it: the answer is the task of the dry run, which writes nothing. */
const upload = defineRoute({
  method: 'UPLOAD',
  path: '/api/communication/onboarding/upload',
  summary: { zh: '批量接入表计：上传并试运行', en: 'Many meters: upload a list and try it' },
  permission,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  exampleFile: 'Meter code,Meter name,Site\nE-900,Gate meter,Main works\n',
  handler: async ({ trx, params, files, caller, services, language }) => {
    await mustSee(trx, params.consumerId);
    const file = files.find((one) => one.field === 'upFile') ?? files[0];
    if (!file) throw badInput({ zh: '请选择文件', en: 'Choose a file' }, 'upFile');
    const { employeeId, userName, name, accountType, limit } = caller;
    const work: OnboardingParams = {
      consumerId: params.consumerId,
      caller: { employeeId, userName, name, accountType, ...(limit ? { limit } : {}) },
      language,
      sha256: file.sha256,
      fileName: file.fileName.slice(0, 200),
    };
    const task = await startTask(trx, services, {
      kind: 'onboarding.preview',
      label: { zh: `试运行：${work.fileName}`, en: `Dry run: ${work.fileName}` },
      params: work,
      consumerId: params.consumerId,
      employeeId,
    });
    return { taskId: task.id };
  },
});

/** Writes the list that a dry run tried. */
const commit = defineRoute({
  method: 'POST',
  path: '/api/communication/onboarding/commit',
  summary: { zh: '批量接入表计：写入', en: 'Many meters: write a list that was tried' },
  permission,
  params: z.object({ taskId: id() }),
  example: { taskId: 1 },
  handler: async ({ trx, params, caller, services }) => {
    const { rows } = await sql<{ state: string; params: OnboardingParams }>`
      select state, params from task where id = ${params.taskId} and kind = 'onboarding.preview'
        and employee_id = ${caller.employeeId}`.execute(trx);
    const [tried] = rows;
    if (!tried) throw noSuchRow();
    if (tried.state !== 'done')
      throw conflict({ zh: '试运行尚未完成', en: 'The dry run is not done' }, 'taskId');
    const task = await startTask(trx, services, {
      kind: 'onboarding.write',
      label: { zh: `接入表计：${tried.params.fileName}`, en: `Import meters: ${tried.params.fileName}` },
      params: tried.params,
      consumerId: tried.params.consumerId,
      employeeId: caller.employeeId,
    });
    return { taskId: task.id };
  },
});

const faults = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/communication/onboarding/importfaults',
  summary: { zh: '批量接入表计：有误的行', en: 'Many meters: rows that were not taken' },
  permission,
  params: z.object({ fileId: id() }),
  example: { fileId: 1 },
  handler: faultFile,
});

export const routes: readonly Route[] = [template, upload, commit, faults];

/** What the worker does for it. */
export const taskHandlers: Readonly<Record<string, TaskHandler>> = {
  'onboarding.preview': preview,
  'onboarding.write': write,
};
