import { MqttRelay } from '../device/mqttRelay.ts';
import type { FaultBoard } from '../plant/liveFault.ts';
import { steel } from '../plant/steel.ts';
import type { Desk, Row } from './desk.ts';
import type { TokenGateway } from './message.ts';
import { relayFaultsOf } from './relayFaults.ts';

/** The box of relays behind the gateway of the main works, as the gateway calls it. */
const BOX = 'RELAY-01';
const [site] = steel.sites;
const GATEWAY_NAME = `${site?.name} 采集网关`;
const RECONNECT_MS = 3000;

/** The boxes of relays behind the gateway of a site. */
export const boxesAt = (siteCode: string): readonly string[] => (siteCode === site?.code ? [BOX] : []);

interface Place {
  readonly consumerId: number;
  readonly siteId: number;
  readonly find: (resource: string, key: Readonly<Record<string, unknown>>) => Promise<Row | undefined>;
}

/** Enters an output that is switched over MQTT, with the signal that proves its position. */
export async function enterMqttOutput(desk: Desk, { consumerId, siteId, find }: Place): Promise<void> {
  const gatewayId = (await find('archive/gateway', { gatewayName: GATEWAY_NAME }))?.id;
  if (gatewayId === undefined) return;
  const signalPointId = await desk.ensure(
    'archive/signalPoint',
    { consumerId, pointCode: 'KM-R4' },
    {
      pointName: '厂区路灯接触器',
      pointNameEn: 'Contactor of the street lights',
      siteId,
      kind: '2',
      statesZh: '0=分,1=合',
      statesEn: '0=Off,1=On',
    },
  );
  await desk.ensure(
    'archive/gatewayMapping',
    { gatewayId, deviceName: BOX, dataKey: 'DO1' },
    { consumerId, signalPointId },
  );
  await desk.ensure(
    'archive/iRemoteControl',
    { consumerId, controlCode: 'R-4' },
    {
      controlName: '厂区路灯',
      siteId,
      controlType: '1',
      relayNumber: 1,
      way: '2',
      gatewayId,
      iotId: BOX,
      identifier: 'setRelay',
      signalPointId,
    },
  );
}

/**
 * Lets the box take commands at the broker, by the faults that are switched on; it comes back by itself.
 * @returns undefined where it stands behind no gateway
 */
export async function openMqttBox(
  url: string,
  gateways: readonly TokenGateway[],
  board: FaultBoard,
): Promise<MqttRelay | undefined> {
  const gateway = gateways.find(({ devices }) => devices?.includes(BOX));
  if (!gateway) return undefined;
  const { mqtt } = relayFaultsOf(board);
  return MqttRelay.connect({
    url,
    token: gateway.token,
    outputs: { [BOX]: 1 },
    reconnectMs: RECONNECT_MS,
    // Behind a gateway without power nothing answers.
    faultOf: () => (board.find('dead', gateway.name) ? 'silent' : mqtt()),
  });
}
