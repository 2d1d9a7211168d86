import type { ConsoleBox } from '../console/console.ts';
import type { RelayFault as MqttFault } from '../device/mqttRelay.ts';
import type { RelayFault as ModbusFault } from '../device/relayBox.ts';
import type { FaultBoard, RelayFaultKind } from '../plant/liveFault.ts';

/** How the faults of the console are called at the boxes. */
const MODBUS = {
  relaySlow: 'slow',
  relaySilent: 'silent',
  relayStuck: 'stuck',
  relayMute: 'mute',
  relayBounce: 'bounce',
  relayRefuse: 'refuse',
  relayLost: 'lost',
  relayLater: 'later',
  relayStray: 'stray',
} as const satisfies Partial<Record<RelayFaultKind, ModbusFault>>;
const MQTT = {
  relaySlow: 'slow',
  relaySilent: 'silent',
  relayStuck: 'acknowledges',
  relayMute: 'moves',
  relayBounce: 'bounces',
  relayRefuse: 'refuses',
  relayStray: 'garbage',
  relayTwice: 'twice',
} as const satisfies Partial<Record<RelayFaultKind, MqttFault>>;

const kindsOf = (faults: object): readonly RelayFaultKind[] => Object.keys(faults) as RelayFaultKind[];

/** The relay boxes of the steel works: the one behind the port of the polled meters, and the one at the broker. */
export const RELAY_BOXES = [
  { name: 'steel/relay Modbus', kinds: kindsOf(MODBUS) },
  { name: 'steel/relay MQTT', kinds: kindsOf(MQTT) },
] as const satisfies readonly ConsoleBox[];

/** What is wrong with each of the boxes now, by the faults that are switched on. */
export function relayFaultsOf(board: FaultBoard): {
  readonly modbus: () => ModbusFault | undefined;
  readonly mqtt: () => MqttFault | undefined;
} {
  const [modbus, mqtt] = RELAY_BOXES;
  const found = <F>(faults: Readonly<Partial<Record<RelayFaultKind, F>>>, name: string): F | undefined => {
    const on = kindsOf(faults).find((kind) => board.find(kind, name));
    return on === undefined ? undefined : faults[on];
  };
  return {
    modbus: () => found<ModbusFault>(MODBUS, modbus.name),
    mqtt: () => found<MqttFault>(MQTT, mqtt.name),
  };
}
