import type { Resource } from '#contract/define.ts';
import type { Text } from '#contract/text.ts';
import { device } from '#resource/archive/device.ts';
import { deviceExtend } from '#resource/archive/deviceExtend.ts';
import { deviceFile } from '#resource/archive/deviceFile.ts';
import { deviceTrace } from '#resource/archive/deviceTrace.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { supplier } from '#resource/archive/supplier.ts';
import { alarmRecord } from '#resource/event/alarmRecord.ts';
import { alsoAt } from '#server/alsoAt.ts';
import { routesOf } from '#server/resource/routes.ts';
import type { Route } from '#server/route.ts';
import { getAssociationByName, getConsumerByArea } from './consumers.ts';
import { deviceFileRoutes } from './files.ts';

// The customer area keeps its archive by names of its own (specification 3 section 7, userArchive).
const at = '/api/hxyUser/userArchive';

/** The generic calls of a resource that the customer area has, with what they are called there. */
const VERBS = {
  add: 'add',
  edit: 'edit',
  del: 'del',
  get: 'get',
  getpage: 'getPageOf',
  getdatatable: 'getTableOf',
} as const;
type VerbName = keyof typeof VERBS;

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

const methodOf = (name: string): Route['method'] =>
  ['add', 'edit', 'del', 'getdatatable'].includes(name) ? 'POST' : 'GET';

/** The calls of a resource under the names of the customer area: `addDevice`, `getPageOfDevice`, …; `own` go first. */
function archiveRoutes(resource: Resource, own: readonly Route[] = []): Route[] {
  const all = [...own, ...routesOf(resource)];
  return Object.keys(VERBS).map((name) => {
    const verb = name as VerbName;
    const found =
      own.find(({ path }) => path.endsWith(`/${verb}`)) ??
      all.find(({ path, method }) => path.endsWith(`/${resource.name}/${verb}`) && method === methodOf(verb));
    if (!found) throw new Error(`${resource.name} has no call ${verb}`);
    return alsoAt(found, `${at}/${VERBS[verb]}${capital(resource.name)}`, { summary: told(found.summary) });
  });
}

const told = ({ zh, en }: Text): Text => ({ zh: `客户区 ${zh}`, en: `Customer area, ${en.toLowerCase()}` });

const download = deviceFileRoutes.find(({ method }) => method === 'DOWNLOAD');

export const userRoutes: readonly Route[] = [
  alsoAt(getAssociationByName, '/api/hxyUser/userConsumer/getAssociationByName'),
  alsoAt(getConsumerByArea, '/api/hxyUser/userConsumer/getConsumerByArea'),
  ...[device, deviceTrace, supplier, deviceExtend, monitorObject, alarmRecord].flatMap((resource) =>
    archiveRoutes(resource),
  ),
  ...archiveRoutes(deviceFile, deviceFileRoutes),
  ...(download ? [alsoAt(download, `${at}/downloadDeviceFile`, { summary: told(download.summary) })] : []),
];
