import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { useDeferredValue } from 'react';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { searchQuery } from '#web/resource/rows.ts';
import { useArchiveTexts } from './useArchiveTexts.ts';

/** A serial number, offered from the archive's meters of the enterprise. */
export function SerialInput({ id, value, onChange, consumerId, invalid, describedBy, label }: InputProps) {
  const t = useArchiveTexts();
  const typed = typeof value === 'string' ? value : '';
  const scope: Readonly<Record<string, number>> = consumerId === null ? {} : { consumerId };
  const found = useQuery(searchQuery(gaugeConfigure, useDeferredValue(typed.trim()), scope));
  return (
    <AutoComplete
      {...(id ? { id } : {})}
      value={typed}
      onChange={(next: string) => onChange(next)}
      options={(found.data?.list ?? []).map((row) => ({
        value: String(row['serNo']),
        label: `${String(row['serNo'])} · ${String(row['meterName'])} · ${String(row['manageNo'] ?? '--')}`,
      }))}
      placeholder={t('serialHint')}
      popupMatchSelectWidth={false}
      aria-label={label}
      aria-invalid={invalid ?? false}
      aria-describedby={describedBy}
      style={{ width: '100%' }}
      {...(invalid ? { status: 'error' as const } : {})}
    />
  );
}
