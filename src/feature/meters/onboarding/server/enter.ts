import { sql } from 'kysely';
import { badInput, Fault } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import { resourceOf } from '#resource/index.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { beginLife } from '#feature/meters/ledger/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { addRow } from '#server/resource/write.ts';
import type { Caller, Services } from '#server/route.ts';
import type { OnboardingKey } from '../contract.ts';
import { hasLedger, type MeterDraft } from '../domain/readRow.ts';

const ammeter = resourceOf('ammeter');
const gatewayMapping = resourceOf('gatewayMapping');

/** A new meter starts no task and reads no setting: whoever asks for more here than what nobody may hide from it has to bring it. */
const servicesOf = (system: Db): Services =>
  new Proxy({ system } as Services, {
    get: (own, key) => {
      if (key === 'system') return own.system;
      throw new Error(`bringing in meters has no service ${String(key)}`);
    },
  });

/** Who brings meters in, and for which enterprise. */
export interface Entry {
  readonly consumerId: number;
  readonly caller: Pick<Caller, 'employeeId' | 'userName' | 'name' | 'accountType' | 'limit'>;
  readonly language: Language;
  /** Sees every row. */
  readonly system: Db;
}

/** Names of the meter's fields as columns of the list. */
const COLUMN: Readonly<Record<string, OnboardingKey>> = {
  ammeterName: 'ammeterName',
  ammeterCode: 'ammeterCode',
  siteId: 'site',
  parentId: 'parent',
  from: 'startTime',
  deviceName: 'deviceName',
  dataKey: 'deviceName',
  gatewayId: 'gateway',
};

/** The column that a refusal is about. */
export const columnOfFault = (fault: Fault): OnboardingKey =>
  (fault.field && (COLUMN[fault.field] ?? (fault.field as OnboardingKey))) || 'ammeterCode';

/**
 * Enters one meter with the beginning of its life and its mapping, in the transaction given. Answers `exists` where
 * one of its code is there, which is left as it is. @throws Fault naming the column
 */
export async function enterMeter(trx: Db, entry: Entry, draft: MeterDraft): Promise<'new' | 'exists'> {
  const { consumerId, caller, language, system } = entry;
  if ((await meterOf(trx, consumerId, draft.ammeterCode)) !== undefined) return 'exists';
  const site = await siteOf(trx, consumerId, draft.site);
  const parent = draft.parent === null ? null : await meterOf(trx, consumerId, draft.parent);
  if (parent === undefined) throw badInput(unknown('表计', 'meter', draft.parent ?? ''), 'parent');
  const call: SlotCall = {
    trx,
    caller: { ...caller, scope: [consumerId], funCodes: new Set() } as Caller,
    services: servicesOf(system),
    language,
  };
  const { id } = await addRow(call, ammeter, {
    ammeterName: draft.ammeterName,
    ammeterCode: draft.ammeterCode,
    consumerId,
    siteId: site.id,
    deviceType: draft.deviceType,
    dataType: draft.dataType,
    parentId: parent,
    intervalSeconds: draft.intervalSeconds,
    ratedPower: draft.ratedPower,
    remark: draft.remark,
  });
  if (hasLedger(draft)) {
    const at = draft.startWall === null ? null : zoneOf(site.zone).instantOf(draft.startWall);
    await beginLife(call, { id, consumerId, name: draft.ammeterName }, { ...draft, at });
  }
  if (draft.gateway !== null) {
    const gatewayId = await gatewayOf(trx, consumerId, draft.gateway, site.id);
    const deviceName = draft.deviceName ?? draft.ammeterCode;
    await addRow(call, gatewayMapping, { gatewayId, consumerId, deviceName, ammeterId: id, ignored: false });
  }
  return 'new';
}

const unknown = (zh: string, en: string, name: string) => ({
  zh: `没有名为“${name}”的${zh}`,
  en: `there is no ${en} “${name}”`,
});

async function meterOf(trx: Db, consumerId: number, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from ammeter where consumer_id = ${consumerId} and ammeter_code = ${code}`.execute(trx);
  return rows[0]?.id;
}

async function siteOf(trx: Db, consumerId: number, name: string): Promise<{ id: number; zone: string }> {
  const { rows } = await sql<{ id: number; zone: string; byCode: boolean }>`
    select id, time_zone as zone, org_code = ${name} as "byCode" from monitor_site
    where consumer_id = ${consumerId} and (org_code = ${name} or org_name = ${name})
    order by org_code = ${name} desc limit 2`.execute(trx);
  const [site, second] = rows;
  if (!site) throw badInput(unknown('站点', 'site', name), 'site');
  if (second && !site.byCode)
    throw badInput(
      { zh: `有多个名为“${name}”的站点，请填编号`, en: `several sites are called “${name}”, give its code` },
      'site',
    );
  return site;
}

async function gatewayOf(trx: Db, consumerId: number, name: string, siteId: number): Promise<number> {
  const { rows } = await sql<{ id: number; siteId: number | null }>`
    select id, site_id as "siteId" from gateway where consumer_id = ${consumerId} and gateway_name = ${name}`.execute(
    trx,
  );
  const [found] = rows;
  if (!found) throw badInput(unknown('网关', 'gateway', name), 'gateway');
  if (found.siteId !== null && found.siteId !== siteId)
    throw badInput({ zh: '该网关属于另一个站点', en: 'the gateway belongs to another site' }, 'gateway');
  return found.id;
}
