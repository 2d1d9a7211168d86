import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { post } from '#web/api.ts';
import { entriesQuery } from '#feature/settings/masterData/web/public.ts';
import type { CellProps, InputProps, ResourceRow } from '#web/resource/kindWeb.ts';
import type { WebSlots } from '#web/resource/slot.ts';
import { useLanguage } from '#web/text/language.ts';
import { texts } from './texts.ts';

const CATEGORY = 'newsType';

function useKinds(): readonly { readonly value: string; readonly label: string }[] {
  const language = useLanguage();
  const { data = [] } = useQuery(entriesQuery(CATEGORY));
  return data.map((one) => ({
    value: one.code,
    label: language !== 'zh' ? (one.nameEn ?? one.name) : one.name,
  }));
}

function KindCell({ value }: CellProps) {
  const kinds = useKinds();
  return <span>{kinds.find((one) => one.value === value)?.label ?? String(value ?? '')}</span>;
}

function KindInput({ id, value, onChange, invalid, describedBy, label }: InputProps) {
  const kinds = useKinds();
  return (
    <Select<string>
      {...(id ? { id } : {})}
      {...(invalid ? { status: 'error' as const } : {})}
      value={typeof value === 'string' ? value : null}
      options={[...kinds]}
      onChange={onChange}
      aria-label={label}
      aria-describedby={describedBy}
      style={{ width: '100%' }}
    />
  );
}

const setState = (row: ResourceRow, state: string): Promise<void> =>
  post('service/news/editNoFiles', { id: row.id, state });

/** News are written on a page of their own; published and withdrawn from the list, too. */
export const slots: WebSlots = {
  cells: { newsType: KindCell },
  inputs: { newsType: KindInput },
  formAt: (row) => ({ to: '/SDNOperationAdmin/SDNEditNews', search: { id: row?.id } }),
  actions: [
    {
      key: 'publish',
      label: texts.publish,
      permission: 'edit',
      run: (row) => setState(row, '1'),
      edits: true,
    },
    {
      key: 'withdraw',
      label: texts.withdraw,
      permission: 'edit',
      run: (row) => setState(row, '2'),
      edits: true,
    },
  ],
};
