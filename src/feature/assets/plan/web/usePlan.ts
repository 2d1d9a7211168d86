import { useQuery } from '@tanstack/react-query';
import { type RawAddress, useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { StationWire } from '../contract.ts';
import { stationsQuery } from './calls.ts';

/** The words of these pages. */
export const usePlanTexts = () => useTexts<typeof import('./texts.ts').texts>('plan');

const idIn = (raw: unknown): number | null => {
  const id = Number(raw);
  return Number.isInteger(id) && id > 0 ? id : null;
};

/** A date of an address; null where it is none. */
export const dateIn = (raw: unknown): string | null => {
  const text = typeof raw === 'string' ? raw : '';
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
};

const readStation = (raw: RawAddress) => ({ station: idIn(raw['station']) });

/** The stations of the enterprise in view, and the one that the address names, else the first. */
export function useStations() {
  const { consumer } = useConsumer();
  const [{ station: wanted }, change] = useAddress(readStation);
  const answer = useQuery(stationsQuery(consumer?.orgId ?? null));
  const list = answer.data ?? [];
  const station: StationWire | null = list.find(({ stationId }) => stationId === wanted) ?? list[0] ?? null;
  return { consumer, answer, list, station, choose: (id: number) => change({ station: id }) };
}
