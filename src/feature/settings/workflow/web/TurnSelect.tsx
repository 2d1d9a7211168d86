import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import type { TurnTarget } from '../contract.ts';
import { targetsQuery } from './calls.ts';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import styles from './Workflow.module.css';

export interface TurnSelectProps {
  readonly requestId: number;
  readonly value: TurnTarget | null;
  readonly onChange: (target: TurnTarget | null) => void;
}

const keyOf = (one: TurnTarget): string => `${one.kind} ${one.id}`;

/** To whom a request is handed over: people, roles and enterprises, found by name. */
export function TurnSelect({ requestId, value, onChange }: TurnSelectProps) {
  const t = useWorkflowTexts();
  const id = useId();
  const [search, setSearch] = useState('');
  const found = useQuery(targetsQuery(requestId, useDeferredValue(search.trim())));
  const groups = (['person', 'role', 'org'] as const).map((kind) => ({
    label: t(kind),
    options: (found.data ?? [])
      .filter((one) => one.kind === kind)
      .map((one) => ({ value: keyOf(one), label: one.name })),
  }));
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        <span className={styles.star} aria-hidden="true">
          *
        </span>
        {t('turnTo')}
      </label>
      <Select<{ value: string; label: string } | null>
        id={id}
        style={{ width: '100%' }}
        placeholder={t('turnHint')}
        showSearch={{ filterOption: false, onSearch: setSearch, searchValue: search }}
        loading={found.isFetching}
        value={value ? { value: keyOf(value), label: value.name } : null}
        labelInValue
        options={groups.filter((group) => group.options.length > 0)}
        onChange={(next) => onChange((found.data ?? []).find((one) => keyOf(one) === next?.value) ?? null)}
      />
    </div>
  );
}
