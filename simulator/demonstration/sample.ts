import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Client } from './client.ts';
import { Desk } from './desk.ts';
import { enterSampleTariff } from './sampleTariff.ts';

const POLL_MS = 200;

interface Upload {
  readonly importDataId: number;
  readonly analysis: { readonly mapping: Readonly<Record<string, unknown>> };
}

interface TaskRow {
  readonly state: string;
  readonly error?: unknown;
}

/** Site, meter and tariff of the enterprise of a real plant's year. Its id. */
export async function enterSample(client: Client): Promise<number> {
  const desk = new Desk(client);
  const consumerId = await desk.known('archive/consumer', { orgCode: 'sample' });
  const siteId = await desk.ensure(
    'archive/monitorSite',
    { consumerId, orgCode: 'YL-01' },
    { orgName: '样例厂区', timeZone: HOME_ZONE },
  );
  await desk.ensure(
    'archive/ammeter',
    { consumerId, ammeterCode: 'E-2018' },
    {
      ammeterName: '样例钢厂进线',
      siteId,
      deviceType: DEVICE_TYPE.electricityMeter,
      dataType: ENERGY.electricity,
    },
  );
  await enterSampleTariff(desk, consumerId);
  return consumerId;
}

/** Imports the file of the real plant's year. */
export async function importSample(client: Client, consumerId: number, path: string): Promise<void> {
  await importReadings(client, consumerId, basename(path), new Uint8Array(await readFile(path)));
}

/** Imports a file as a person would, once: upload, take the mapping that is proposed, write. */
export async function importReadings(
  client: Client,
  consumerId: number,
  fileName: string,
  content: Uint8Array<ArrayBuffer> | string,
): Promise<void> {
  const { list } = await client.get<{ list: readonly { fileName: string; status: number }[] }>(
    '/api/sdata/importData/getImportDataList',
    { consumerId },
  );
  if (list.some((one) => one.fileName === fileName && one.status === 1)) return;

  const form = new FormData();
  form.set('consumerId', String(consumerId));
  form.set('upFile', new Blob([content]), fileName);
  const { importDataId, analysis } = await client.upload<Upload>('/api/sdata/importData/upload', form);
  const { taskId } = await client.post<{ taskId: number }>('/api/sdata/importData/commit', {
    id: importDataId,
    mapping: analysis.mapping,
  });
  for (;;) {
    const task = await client.get<TaskRow>('/api/task/get', { id: taskId });
    if (task.state === 'done') break;
    if (task.state === 'failed' || task.state === 'stopped')
      throw new Error(`the import of ${fileName} ended as ${task.state}`);
    await sleep(POLL_MS);
  }
  await client.post('/api/task/dismiss', { id: taskId });
}
