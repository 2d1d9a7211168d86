import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import { add, buildEnterprise, type Enterprise, unique } from '../build.ts';
import type { Client, Product } from '../product.ts';
import { buildCodes } from './code.ts';
import { rowOf } from './row.ts';
import { addPlan, addReply } from './storage.ts';

/** An enterprise with a row of everything that others point to. */
export interface WholeEnterprise extends Enterprise {
  readonly deviceModelId: number;
  readonly channelId: number;
  /** A draft. */
  readonly requestId: number;
  readonly postId: number;
  /** A price scheme. */
  readonly planId: number;
  /** A plan of a review, a draft. */
  readonly checkPlanId: number;
  /** One row of every kind of the monitoring archive that others point to, by resource. */
  readonly archive: Readonly<Record<string, number>>;
}

/** Builds it; what needs a place alone is built faster by `buildEnterprise`. */
export async function buildWholeEnterprise(
  product: Product,
  options: { timeZone?: string } = {},
): Promise<WholeEnterprise> {
  const operator = await product.operator();
  const enterprise = await buildEnterprise(product, options);
  const { consumerId, siteId, ammeterId, gatewayId } = enterprise;
  const own = await buildOwn(operator, consumerId, gatewayId);
  const archive = {
    ...(await buildArchive(operator, consumerId, siteId, ammeterId)),
    ...(await buildCodes((resource, fields) => add(operator, resource, { consumerId, ...fields }))),
  };
  // Batches and figures come of what is reported alone.
  const platformInfo = await add(operator, 'platformInfo', {
    platformName: unique('Platform '),
    consumerId,
    baseUrl: 'https://platform.example.com/api',
  });
  const uploadRecord = await addUpload(product, consumerId, platformInfo);
  // Sessions come of chargers alone.
  const chargePile = await addPile(product, consumerId, siteId);
  return {
    ...enterprise,
    ...own,
    archive: {
      ...archive,
      ...(await buildAssets(product, operator, { consumerId, siteId }, ammeterId)),
      platformInfo,
      uploadRecord,
      chargePile,
    },
  };
}

/** One row of what is referred to by a name of its own. */
async function buildOwn(
  operator: Client,
  consumerId: number,
  gatewayId: number,
): Promise<Omit<WholeEnterprise, keyof Enterprise | 'archive'>> {
  const deviceModelId = await add(operator, 'deviceModel', {
    deviceModelName: unique('Model '),
    deviceModelCode: unique(),
  });
  const channelId = await add(operator, 'collectorChannel', {
    channelName: unique('Channel '),
    consumerId,
    gatewayId,
    host: '192.0.2.1',
  });
  const requestId = await add(operator, 'workflowRequest', {
    requestTitle: unique('Request '),
    workflowId: 1,
    consumerId,
  });
  const postId = await add(operator, 'post', { title: 'Shift book', content: 'Hello', consumerId });
  const planId = await add(operator, 'priceScheme', {
    schemeName: unique('Scheme '),
    consumerId,
    price1: 1,
    price2: 1,
    price3: 1,
    price4: 1,
  });
  const checkPlanId = await add(operator, 'companyPlaninfo', {
    planName: unique('Plan '),
    consumerId,
    year: 2026,
    checkOrg: 'Bureau',
    leader: 'Wu',
    basis: '1',
  });
  return { deviceModelId, channelId, requestId, postId, planId, checkPlanId };
}

/** A charger with a session that goes on; the charger's id. */
async function addPile(product: Product, consumerId: number, siteId: number): Promise<number> {
  const pileId = await add(await product.operator(), 'chargePile', {
    pileName: unique('Charger '),
    pileCode: unique(),
    consumerId,
    siteId,
    ratedPower: 7,
  });
  await sql`insert into charge_session (session_name, consumer_id, site_id, pile_id, connector, id_tag, begin_at,
      session_state, meter_start, _told_at, _tag_accepted)
    values (${unique('Session ')}, ${consumerId}, ${siteId}, ${pileId}, 1, 'TAG', now(), '1', 0, now(), true)`.execute(
    product.database.db,
  );
  return pileId;
}

/** A batch with one figure that is held; the batch's id. */
async function addUpload(product: Product, consumerId: number, platformId: number): Promise<number> {
  const { rows } = await sql<{ readonly id: number }>`with batch as (
      insert into upload_record (record_name, consumer_id, platform_id, record_kind, trigger_kind, record_state, total,
        acknowledged, refused, "unknown", held, skipped, created_at)
      values ('Batch', ${consumerId}, ${platformId}, 'data', 'hand', 'done', 1, 0, 0, 0, 1, 0, now()) returning id)
    insert into upload_detail (item_name, consumer_id, platform_id, record_id, item_id, data_code, stat_type, stat_date,
      revision, figure_state, attempts)
    select 'Electricity', ${consumerId}, ${platformId}, id, 1, '0000000002330020', '1', '2026-01-01T00:00:00+08:00', 1,
      'held', 0 from batch returning record_id as id`.execute(product.database.db);
  return rows[0]?.id ?? 0;
}

const addRule = (operator: Client, consumerId: number): Promise<number> =>
  add(operator, 'alarm', {
    alarmName: unique('Rule '),
    consumerId,
    triggerFieldName: 'PZ',
    limitValue: 100,
  });

/** Rules of meters and of signal points, and what they are put to. */
async function buildAlarms(
  operator: Client,
  own: { readonly consumerId: number; readonly siteId: number },
  ammeterId: number,
): Promise<Readonly<Record<string, number>>> {
  const { consumerId } = own;
  return {
    alarm: await addRule(operator, consumerId),
    signalRule: await add(operator, 'alarm', {
      alarmName: unique('Rule '),
      consumerId,
      triggerMethod: 'signal',
      signalState: 0,
    }),
    // Out of use: it is no row of the lists of states.
    breaker: await add(operator, 'signalPoint', {
      ...own,
      pointName: 'Feeder switch',
      pointCode: unique(),
      state: '0',
    }),
    // Switched off: what tests raise tells nobody unasked.
    alertGroup: await add(operator, 'alertGroup', { ...own, groupName: unique('Group '), enable: '0' }),
    // Of a rule of its own, so that the meter is free for the other.
    objectAlarm: await add(operator, 'objectAlarm', {
      consumerId,
      ammeterId,
      alarmId: await addRule(operator, consumerId),
    }),
  };
}

async function buildArchive(
  operator: Client,
  consumerId: number,
  siteId: number,
  ammeterId: number,
): Promise<Readonly<Record<string, number>>> {
  const own = { consumerId, siteId };
  const monitorObjectType = await add(operator, 'monitorObjectType', {
    typeName: 'Press',
    typeCode: unique(),
  });
  const extendCode = unique();
  return {
    monitorObjectType,
    dataItem: 1,
    monitorTypeExtend: await add(operator, 'monitorTypeExtend', {
      extendName: 'Force',
      extendCode,
      monitorObjectTypeId: monitorObjectType,
    }),
    graphEntity: await add(operator, 'graphEntity', {
      entityName: unique('Symbol '),
      entityUrl: 'symbols/press.json',
      monitorObjectTypeId: monitorObjectType,
    }),
    workOrder: await add(operator, 'workOrder', { ...own, orderName: unique('Order ') }),
    device: await add(operator, 'device', { ...own, deviceName: 'Press 1', deviceCode: unique() }),
    fileRecord: await add(operator, 'fileRecord', { consumerId, fileType: 'document' }),
    monitorObject: await add(operator, 'monitorObject', {
      ...own,
      orgName: 'Station',
      orgCode: unique(),
      monitorObjectTypeId: monitorObjectType,
    }),
    monitorItem: await add(operator, 'monitorItem', { ...own, itemName: 'Power', ammeterId, dataItemId: 2 }),
    iVideoControl: await add(operator, 'iVideoControl', {
      ...own,
      cameraName: 'Gate',
      cameraCode: unique(),
    }),
    ...(await buildAlarms(operator, own, ammeterId)),
    iRemoteControl: await add(operator, 'iRemoteControl', {
      ...own,
      controlName: 'Pump',
      controlCode: unique(),
      relayNumber: 1,
      shedPriority: 1,
      shedPower: 10,
    }),
    // Out of use: nobody is told of it.
    demandGuard: await add(operator, 'demandGuard', {
      consumerId,
      guardName: unique('Limit '),
      orgId: siteId,
      limitPower: 100,
      state: '0',
    }),
  };
}

/** A storage station and a PV plant: units and inverters are of them. */
async function buildAssets(
  product: Product,
  operator: Client,
  own: { readonly consumerId: number; readonly siteId: number },
  ammeterId: number,
): Promise<Readonly<Record<string, number>>> {
  const storageStation = await add(operator, 'storageStation', {
    ...own,
    stationName: unique('Station '),
    stationMeterId: ammeterId,
    ratedEnergy: 200,
    ratedPower: 100,
  });
  // Plans and answers to them come of their own calls alone.
  const planCurve = await addPlan(product.database.db, {
    stationId: storageStation,
    consumerId: own.consumerId,
  });
  await addReply(product.database.db, planCurve);
  return {
    storageStation,
    planCurve,
    storageStrategy: await add(operator, 'storageStrategy', {
      consumerId: own.consumerId,
      stationId: storageStation,
      strategyName: unique('Strategy '),
    }),
    pvPlant: await add(operator, 'pvPlant', {
      ...own,
      plantName: unique('Plant '),
      ammeterId,
      ratedPower: 300,
    }),
  };
}

/** A good row of any resource, made from its definition; references point into the enterprise. */
export function sampleRow(resource: Resource, enterprise: WholeEnterprise): Record<string, unknown> {
  // Relays are allowed by operators, over channels of DL/T 645 alone.
  const own = {
    ...(resource.name === 'collectorChannel' && { relays: false }),
    // A run that people note is of no record: whose number is made up is nobody's to see.
    ...(resource.name.startsWith('linkage') && 'alarmRecordId' in resource.fields && { alarmRecordId: null }),
  };
  return { ...rowFor(resource, enterprise), ...own };
}

function rowFor(resource: Resource, enterprise: WholeEnterprise): Record<string, unknown> {
  return rowOf(resource, {
    consumer: enterprise.consumerId,
    monitorSite: enterprise.siteId,
    ammeter: enterprise.ammeterId,
    orgUnit: enterprise.unitId,
    org: enterprise.unitId,
    gateway: enterprise.gatewayId,
    deviceModel: enterprise.deviceModelId,
    collectorChannel: enterprise.channelId,
    fun: 1,
    orgRole: 1,
    orgEmployee: enterprise.userId,
    workflow: 1,
    dictionaryCategory: 1,
    post: enterprise.postId,
    priceScheme: enterprise.planId,
    companyPlaninfo: enterprise.checkPlanId,
    workflowNode: 1,
    workflowRequest: enterprise.requestId,
    ...enterprise.archive,
    // Rules of meters and of signal points are two kinds.
    ...(resource.name === 'signalAlarm' && {
      alarm: enterprise.archive['signalRule'] ?? 0,
      signalPoint: enterprise.archive['breaker'] ?? 0,
    }),
  });
}
