import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { get } from '#web/api.ts';
import { useOrderTexts } from './useOrderTexts.ts';

interface Site {
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
}

export interface ChosenSite {
  readonly id: number;
  readonly name: string;
  readonly zone: string;
}

export interface SiteFieldProps {
  readonly consumerId: number;
  readonly value: ChosenSite | null;
  readonly onChange: (site: ChosenSite | null) => void;
}

/** One of the sites of an enterprise that the account sees. */
export function SiteField({ consumerId, value, onChange }: SiteFieldProps) {
  const t = useOrderTexts();
  const { data = [] } = useQuery({
    queryKey: ['archive', 'monitorSite', 'getByConsumerId', consumerId],
    queryFn: ({ signal }) =>
      get<Site[]>('archive/monitorSite/getByConsumerId', { consumerId }, { quiet: true, signal }),
  });
  const options = data.map((site) => ({ value: site.siteId, label: site.siteName }));
  // Without a network the list is empty, and what was chosen before still has its name.
  const kept = value === null || data.some(({ siteId }) => siteId === value.id) ? [] : [{ value: value.id, label: value.name }]; // prettier-ignore
  return (
    <Select
      aria-label={t('site')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value?.id ?? null}
      options={[...kept, ...options]}
      onChange={(id: number | undefined) => {
        const site = data.find((one) => one.siteId === id);
        onChange(site ? { id: site.siteId, name: site.siteName, zone: site.timeZone } : null);
      }}
    />
  );
}
