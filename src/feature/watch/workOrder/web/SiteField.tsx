import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { get } from '#web/api.ts';
import { useOrderTexts } from './useOrderTexts.ts';

interface Site {
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
}

export interface SiteFieldProps {
  readonly consumerId: number;
  readonly value: number | null;
  readonly onChange: (site: { readonly id: number; readonly zone: string } | null) => void;
}

/** One of the sites of an enterprise that the account sees. */
export function SiteField({ consumerId, value, onChange }: SiteFieldProps) {
  const t = useOrderTexts();
  const { data = [] } = useQuery({
    queryKey: ['archive', 'monitorSite', 'getByConsumerId', consumerId],
    queryFn: ({ signal }) =>
      get<Site[]>('archive/monitorSite/getByConsumerId', { consumerId }, { quiet: true, signal }),
  });
  return (
    <Select
      aria-label={t('site')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={data.map((site) => ({ value: site.siteId, label: site.siteName }))}
      onChange={(id: number | undefined) => {
        const site = data.find((one) => one.siteId === id);
        onChange(site ? { id: site.siteId, zone: site.timeZone } : null);
      }}
    />
  );
}
