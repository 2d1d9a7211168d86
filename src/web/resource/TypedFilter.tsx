import { Input } from 'antd';
import type { Filter } from '#contract/envelope.ts';
import { filterText } from './filterText.ts';
import type { FilterProps } from './kindWeb.ts';
import { useDraft } from './useDraft.ts';

export interface TypedFilterProps extends FilterProps {
  /** Undefined where the text cannot be read: the filter stays as it was, the box says so. */
  readonly read: (field: string, text: string) => readonly Filter[] | undefined;
  /** How to write it, on hover. */
  readonly hint: string;
}

/** A filter written as a short text. */
export function TypedFilter({ name, filters, onChange, label, read, hint }: TypedFilterProps) {
  const commit = (text: string): void => {
    const next = read(name, text);
    if (next) onChange(next);
  };
  const { draft, change, flush } = useDraft(filterText(filters), commit, (text) => {
    const next = read(name, text);
    return next && filterText(next);
  });
  const unreadable = read(name, draft) === undefined;
  return (
    <Input
      size="small"
      allowClear
      aria-label={label}
      title={hint}
      value={draft}
      aria-invalid={unreadable}
      {...(unreadable ? { status: 'error' as const } : {})}
      onChange={(event) => change(event.target.value)}
      onPressEnter={flush}
      onBlur={flush}
    />
  );
}
