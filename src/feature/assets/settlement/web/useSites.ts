import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import type { AssetSite } from '../contract.ts';
import { readSpan } from './address.ts';
import { assetSitesQuery } from './calls.ts';

/** The sites with assets of the enterprise in view, and the one that is shown: that of the address, else the first. */
export function useSites(): {
  readonly sites: UseQueryResult<AssetSite[]>;
  readonly shown: AssetSite | undefined;
  /** That of the site that is shown. */
  readonly timeZone: string;
} {
  const { consumer } = useConsumer();
  const [{ site }] = useAddress(readSpan);
  const sites = useQuery({ ...assetSitesQuery(consumer?.orgId ?? 0), enabled: consumer !== null });
  const shown = sites.data?.find(({ siteId }) => siteId === site) ?? sites.data?.[0];
  return { sites, shown, timeZone: shown?.timeZone ?? HOME_ZONE };
}
