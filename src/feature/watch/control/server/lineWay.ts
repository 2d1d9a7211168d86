import type { Collector, Line } from '#feature/meters/collector/server/public.ts';
import type { Wiring } from '../domain/wiring.ts';
import { modbusOn } from './modbusDevice.ts';
import { relayOn } from './relayDevice.ts';
import type { RelayKey } from './relayKey.ts';
import type { Device, Way } from './way.ts';

/** An output on a line, while nobody else speaks on it. @param key of the relay of a meter; null = it is only read */
export const deviceOn = (line: Line, wiring: Wiring, key: RelayKey | null = null): Device =>
  wiring.way === '3' ? relayOn(line, wiring, key) : modbusOn(line, wiring);

/** What is silent together: the unit or the meter. */
export const markOf = ({ way, unitAddress, meterAddress }: Wiring): unknown =>
  way === '3' ? meterAddress : unitAddress;

/** Outputs over a channel of the collector: one connection, one thing after the other. Relays of meters are only read by it. */
export function lineWay(collector: Collector, wiring: Wiring): Way {
  const channelId = wiring.channelId ?? 0;
  return {
    use: (act, urgent) => collector.onLine(channelId, (line) => act(deviceOn(line, wiring)), urgent),
  };
}
