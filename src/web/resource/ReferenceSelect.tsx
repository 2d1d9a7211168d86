import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { Resource } from '#contract/define.ts';
import type { ResourceRow } from './kindWeb.ts';
import { rowsQuery, searchQuery } from './rows.ts';
import styles from './ReferenceSelect.module.css';
import { codeFieldOf, ownerFieldOf, titleOf } from './target.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ReferenceSelectProps {
  readonly target: Resource;
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly multiple: boolean;
  /** Offers the rows of this enterprise alone, where the target's rows have owners. */
  readonly consumerId: number | null;
  /** Title of a single id, where the row brought it. */
  readonly title?: string | undefined;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly small?: boolean;
  readonly clearable?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

interface Option {
  value: number;
  label: string;
  code: string;
}

/** Rows to choose from, found on the server by name, code or pinyin initials. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { target, ids, onChange, multiple, consumerId, title } = props;
  const t = useResourceTexts();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const owner = ownerFieldOf(target);
  const scope = owner && consumerId !== null ? { [owner]: consumerId } : {};
  const found = useQuery({ ...searchQuery(target, useDeferredValue(search.trim()), scope), enabled: open });
  const code = codeFieldOf(target);
  const optionOf = (row: ResourceRow): Option => ({
    value: row.id,
    label: titleOf(target, row),
    code: code ? String(row[code] ?? '') : '',
  });
  const offered = (found.data?.list ?? []).map(optionOf);
  const unnamed = title !== undefined && ids.length === 1 ? [] : ids;
  const named = useQuery({ ...rowsQuery(target, unnamed), enabled: unnamed.length > 0 });
  const labelOf = (id: number): string =>
    [...offered, ...(named.data ?? []).map(optionOf)].find((one) => one.value === id)?.label ??
    (ids.length === 1 && title ? title : `#${id}`);
  const chosen = ids.map((id) => ({ value: id, label: labelOf(id) }));
  return (
    <Select<{ value: number; label: string } | { value: number; label: string }[], Option>
      labelInValue
      {...(multiple
        ? { mode: 'multiple' as const, maxTagCount: props.small ? 0 : ('responsive' as const) }
        : {})}
      maxTagPlaceholder={(hidden) => hidden.map((one) => one.label).join(t('comma'))}
      {...(props.small ? { size: 'small' as const } : {})}
      {...(props.invalid ? { status: 'error' as const } : {})}
      {...(props.id ? { id: props.id } : {})}
      value={multiple ? chosen : (chosen[0] ?? (null as never))}
      options={offered}
      loading={open && found.isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch, searchValue: search }}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setSearch('');
      }}
      onChange={(next: { value: number } | readonly { value: number }[] | null | undefined) =>
        onChange((Array.isArray(next) ? next : next ? [next] : []).map((one: { value: number }) => one.value))
      }
      allowClear={props.clearable ?? true}
      notFoundContent={
        found.isFetching ? t('loading') : found.isError ? found.error.message : t('nothingFound')
      }
      placeholder={props.small ? '' : t('pickerHint')}
      optionRender={(option) => (
        <span className={styles.option}>
          <span>{option.data.label}</span>
          <small>{option.data.code}</small>
        </span>
      )}
      popupMatchSelectWidth={false}
      aria-label={props.label}
      aria-invalid={props.invalid ?? false}
      aria-describedby={props.describedBy}
      style={{ width: '100%' }}
    />
  );
}
