import { METER_PAGE } from '#contract/objectPage.ts';
import type { Text } from '#contract/text.ts';
import { NOTICE_KINDS } from '#feature/house/notice/contract.ts';
import type { PlantKind, PlantState } from '#feature/house/notice/server/public.ts';
import { type GatewayRow, SILENT_INTERVALS } from '../contract.ts';
import { intervalText, offText } from '../domain/contact.ts';
import type { Silent } from './silentMeters.ts';

const gatewayLink = (consumerId: number, id: number): string =>
  `/SDNCommunication/SDNGatewayCommunication?consumer=${consumerId}&gateway=${id}`;

/** What a record is called: the kind and the object. */
const recordName = (kind: PlantKind, name: string, nameEn: string): Text => ({
  zh: `${NOTICE_KINDS[kind].zh} · ${name}`,
  en: `${NOTICE_KINDS[kind].en} · ${nameEn}`,
});

/** Something that is silent. @param behind what it is reached through is silent itself, or its clock is wrong */
export function silentState(kind: 'gatewaySilent' | 'meterSilent', row: Silent, behind: boolean): PlantState {
  const { id, consumerId, siteId, name, nameEn, lastAt, intervalSeconds } = row;
  const [zh, en] = (['zh', 'en'] as const).map((language) => intervalText(intervalSeconds, language));
  const gateway = kind === 'gatewaySilent';
  const of = gateway ? { zh: '网关', en: 'Gateway' } : { zh: '表计', en: 'Meter' };
  return {
    consumerId,
    kind,
    objectId: id,
    // A meter behind a silent gateway follows from the gateway's own notice.
    level: behind ? 1 : 2,
    text: {
      zh: `${of.zh}“${name}”连续 ${SILENT_INTERVALS} 个间隔（${zh}）没有数据`,
      en: `${of.en} “${nameEn}” has sent nothing for ${SILENT_INTERVALS} intervals of ${en}`,
    },
    link: gateway
      ? gatewayLink(consumerId, id)
      : `${METER_PAGE}/${id}?consumer=${consumerId}&tab=communication`,
    since: lastAt,
    alarm: {
      level: gateway ? '2' : '3',
      type: '3',
      name: recordName(kind, name, nameEn),
      siteId,
      ...(gateway ? { gatewayId: id } : { ammeterId: id }),
      raisedAt: lastAt + SILENT_INTERVALS * intervalSeconds * 1000,
    },
  };
}

/** A gateway whose clock is wrong. @param now ms */
export function clockState(row: GatewayRow, now: number): PlantState {
  const { id, consumerId, siteId, gatewayName, gatewayNameEn, driftMs } = row;
  const drift = driftMs ?? 0;
  const by = { zh: offText(drift, 'zh'), en: offText(drift, 'en') };
  return {
    consumerId,
    kind: 'gatewayClock',
    objectId: id,
    level: 2,
    text:
      drift > 0
        ? {
            zh: `网关“${gatewayName}”的时钟超前 ${by.zh}：数据已保存，但不计入`,
            en: `The clock of gateway “${gatewayNameEn}” is ${by.en} ahead: its data is kept, but not counted`,
          }
        : {
            zh: `网关“${gatewayName}”的时间戳落后 ${by.zh}：时钟不准，或正在补传`,
            en: `The stamps of gateway “${gatewayNameEn}” are ${by.en} behind: a wrong clock, or late data`,
          },
    link: gatewayLink(consumerId, id),
    since: now,
    alarm: {
      level: '2',
      type: '3',
      name: recordName('gatewayClock', gatewayName, gatewayNameEn),
      siteId,
      gatewayId: id,
      raisedAt: now,
    },
  };
}
