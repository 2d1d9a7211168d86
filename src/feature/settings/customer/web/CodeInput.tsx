import { useQuery } from '@tanstack/react-query';
import { Select, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { entriesQuery, flatQuery, useNamed } from '#feature/settings/masterData/web/public.ts';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { codeTree } from './codeTree.ts';
import { useCustomerTexts } from './useCustomerTexts.ts';

/** Of the list to choose an industry or area from, in pixels (specification 3 section 9). */
const LIST_HEIGHT = 250;

function TreeInput({ list, ...props }: InputProps & { readonly list: 'adminArea' | 'industry' }) {
  const t = useCustomerTexts();
  const { data, isFetching } = useQuery(flatQuery(list));
  const rows = useNamed(data);
  const tree = useMemo(() => codeTree(rows), [rows]);
  return (
    <TreeSelect<string | null>
      {...(props.id ? { id: props.id } : {})}
      {...(props.invalid ? { status: 'error' as const } : {})}
      {...(props.inline ? { size: 'small' as const } : {})}
      value={typeof props.value === 'string' && props.value !== '' ? props.value : null}
      onChange={(next) => props.onChange(next ?? null)}
      treeData={tree}
      showSearch={{
        filterTreeNode: (text, node) => String(node.title).toLowerCase().includes(text.trim().toLowerCase()),
      }}
      allowClear
      loading={isFetching}
      placeholder={props.inline ? '' : t('pick')}
      popupMatchSelectWidth={360}
      listHeight={LIST_HEIGHT}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      style={{ width: '100%' }}
    />
  );
}

/** An industry of GB/T 4754, by its code. */
export const IndustryInput = (props: InputProps) => <TreeInput {...props} list="industry" />;

/** An administrative area, by its code. */
export const AreaInput = (props: InputProps) => <TreeInput {...props} list="adminArea" />;

/** An enterprise type of the dictionary, by its code. */
export function EnterpriseTypeInput({
  id,
  value,
  onChange,
  invalid,
  describedBy,
  label,
  inline,
}: InputProps) {
  const types = useNamed(useQuery(entriesQuery('enteType')).data);
  return (
    <Select<string | null>
      {...(id ? { id } : {})}
      {...(invalid ? { status: 'error' as const } : {})}
      {...(inline ? { size: 'small' as const } : {})}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(next) => onChange(next ?? null)}
      options={types.map((one) => ({ value: one.code, label: `${one.name} ${one.code}` }))}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      aria-label={label}
      aria-describedby={describedBy}
      style={{ width: '100%' }}
    />
  );
}
