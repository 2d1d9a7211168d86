import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type RawAddress, useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { PlatformHead } from '../contract.ts';
import { headsQuery } from './calls.ts';

/** The words of these pages. */
export const useReportTexts = () => useTexts<typeof import('./texts.ts').texts>('upload');

/** Which protocol a page is about: the same pages stand below both addresses. */
function useArea(): { readonly protocol: 'A' | 'B'; readonly at: string } {
  const hunan = /^\/hunandataupload/i.test(useLocation().pathname);
  return hunan ? { protocol: 'B', at: '/HunanDataUpload' } : { protocol: 'A', at: '/SDNDataUpload' };
}

const idIn = (raw: unknown): number | null => {
  const id = Number(raw);
  return Number.isInteger(id) && id > 0 ? id : null;
};

const readPlatform = (raw: RawAddress) => ({ platform: idIn(raw['platform']) });

/** The platforms of the enterprise in view, and the one that the address names, else the first that is enabled. */
export function usePlatforms() {
  const { consumer } = useConsumer();
  const { protocol, at } = useArea();
  const [{ platform: wanted }, change] = useAddress(readPlatform);
  const answer = useQuery(headsQuery(consumer?.orgId ?? null, protocol));
  const list = answer.data?.list ?? [];
  const platform: PlatformHead | null =
    list.find(({ id }) => id === wanted) ?? list.find(({ enabled }) => enabled) ?? list[0] ?? null;
  return { consumer, protocol, at, answer, list, platform, choose: (id: number) => change({ platform: id }) };
}
