import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import type { FieldProps } from '#web/analysisFrame/analysis.ts';

interface System {
  readonly id: number;
  readonly systemName: string;
}

function SystemField({ type, consumerId, items, onChange }: FieldProps & { readonly type: '1' | '2' }) {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['archive', 'keySystem', consumerId, type],
    queryFn: ({ signal }) =>
      get<readonly System[]>(
        'archive/keySystem/searchall',
        { consumerId, systemType: type },
        { quiet: true, signal },
      ),
    staleTime: 60_000,
    retry: false,
  });
  if (!data || data.length < 2) return null;
  const chosen = data.find(({ id }) => String(id) === items[0]);
  return (
    <Select
      allowClear
      aria-label={text({ zh: '系统', en: 'System' })}
      placeholder={text({ zh: '全部系统', en: 'All systems' })}
      style={{ width: 200, maxWidth: '100%' }}
      value={chosen ? String(chosen.id) : null}
      options={data.map(({ id, systemName }) => ({ value: String(id), label: systemName }))}
      onChange={(id: string | null | undefined) => onChange(id ? [id] : [])}
    />
  );
}

/** One of the systems of the enterprise, or all. */
export const AirConditioning = (props: FieldProps) => <SystemField {...props} type="1" />;
export const AirCompression = (props: FieldProps) => <SystemField {...props} type="2" />;
