import { textIn } from '#contract/text.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { Field } from '#contract/field.ts';
import { CODE, type CodeAnswer, CODES_CALL } from '#field/code/contract.ts';
import { get } from '#web/api.ts';
import { useLanguage } from '#web/text/language.ts';
import styles from './ReferenceSelect.module.css';
import { useResourceTexts } from './useResourceTexts.ts';

export interface CodeSelectProps {
  readonly field: Field;
  readonly codes: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
  readonly multiple: boolean;
  /** Codes of this enterprise's own rows alone, beside those that all share. */
  readonly consumerId: number | null;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly small?: boolean;
  readonly clearable?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

interface Option {
  value: string;
  label: string;
  list: string;
}

const NOTHING: CodeAnswer = { list: [], open: false };

function useCodes(
  { field, consumerId }: Pick<CodeSelectProps, 'field' | 'consumerId'>,
  ask: { readonly search: string } | { readonly codes: readonly string[] },
  enabled: boolean,
) {
  const params = { lists: JSON.stringify(field.lists ?? []), consumerId, ...ask };
  return useQuery({
    queryKey: ['codes', params],
    queryFn: ({ signal }) => get<CodeAnswer>(CODES_CALL, params, { quiet: true, signal }),
    enabled,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
}

/** Codes to choose from, found on the server by code or name. */
export function CodeSelect(props: CodeSelectProps) {
  const { field, codes, onChange, multiple, invalid } = props;
  const t = useResourceTexts();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const word = useDeferredValue(search.trim());
  const found = useCodes(props, { search: word }, open);
  const named = useCodes(props, { codes }, codes.length > 0);
  const { list, open: any } = found.data ?? NOTHING;
  const optionOf = ({ code, name, nameEn, list: from }: CodeAnswer['list'][number]): Option => ({
    value: code,
    label: `${code} ${language !== 'zh' ? (nameEn ?? name) : name}`,
    list: from,
  });
  const fixed = Object.entries(field.fixed ?? {}).map(([code, name]) => ({
    value: code,
    label: `${code} ${textIn(name, language)}`,
    list: '',
  }));
  const options = [...fixed.filter(({ label }) => label.includes(word)), ...list.map(optionOf)];
  const unlisted = any && CODE.test(word) && !options.some(({ value }) => value === word);
  if (unlisted) options.push({ value: word, label: word, list: t('unlisted') });
  const known = [...fixed, ...(named.data?.list ?? []).map(optionOf), ...options];
  const chosen = codes.map((code) => ({
    value: code,
    label: known.find(({ value }) => value === code)?.label ?? code,
  }));
  return (
    <Select<{ value: string; label: string } | { value: string; label: string }[], Option>
      labelInValue
      {...(multiple ? { mode: 'multiple' as const, ...(props.small ? { maxTagCount: 0 } : {}) } : {})}
      maxTagPlaceholder={(hidden) => hidden.map((one) => one.label).join(t('comma'))}
      {...(props.small ? { size: 'small' as const } : {})}
      {...(invalid ? { status: 'error' as const } : {})}
      {...(props.id ? { id: props.id } : {})}
      value={multiple ? chosen : (chosen[0] ?? (null as never))}
      options={options}
      loading={open && found.isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch, searchValue: search }}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setSearch('');
      }}
      onChange={(next: { value: string } | readonly { value: string }[] | null | undefined) =>
        onChange((Array.isArray(next) ? next : next ? [next] : []).map((one: { value: string }) => one.value))
      }
      allowClear={props.clearable ?? true}
      notFoundContent={found.isFetching ? t('loading') : t(any ? 'listEmpty' : 'nothingFound')}
      placeholder={props.small ? '' : t('codeHint')}
      optionRender={(option) => (
        <span className={styles.option}>
          <span>{option.data.label}</span>
          <small>{option.data.list}</small>
        </span>
      )}
      popupMatchSelectWidth={false}
      aria-label={props.label}
      aria-invalid={invalid ?? false}
      aria-describedby={props.describedBy}
      style={{ width: '100%' }}
    />
  );
}
