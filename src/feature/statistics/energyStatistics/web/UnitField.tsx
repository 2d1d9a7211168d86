import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { FieldProps } from '#web/analysisFrame/analysis.ts';
import { get } from '#web/api.ts';
import { shownName } from '#web/text/secondName.ts';
import { useText } from '#web/text/useTexts.ts';

interface UnitRow {
  readonly id: number;
  readonly unitConfigName: string;
  readonly unitConfigNameEn: string | null;
}

/** Which unit consumption is held against its norms. */
export function UnitField({ consumerId, items, onChange }: FieldProps) {
  const say = useText();
  const { data = [] } = useQuery({
    queryKey: ['archive', 'unitConfig', 'searchall', consumerId],
    queryFn: ({ signal }) =>
      get<UnitRow[]>('archive/unitConfig/searchall', { consumerId, state: '1' }, { quiet: true, signal }),
  });
  if (data.length === 0) return null;
  return (
    <Select
      aria-label={say({ zh: '单耗', en: 'Unit consumption' })}
      style={{ width: 200 }}
      value={Number(items[0]) || data[0]?.id}
      options={data.map(({ id, unitConfigName, unitConfigNameEn }) => ({
        value: id,
        label: shownName(unitConfigName, unitConfigNameEn),
      }))}
      onChange={(id: number) => onChange([String(id)])}
    />
  );
}
