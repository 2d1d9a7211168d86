import { Input } from 'antd';
import { useDraft } from '#web/resource/useDraft.ts';

export interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** px; default 220. */
  readonly width?: number;
}

/** Words to look for; asked when the typing rests. */
export function SearchInput({ label, value, onChange, width = 220 }: SearchInputProps) {
  const { draft, change, flush } = useDraft(value, onChange);
  return (
    <Input
      type="search"
      maxLength={200}
      aria-label={label}
      placeholder={label}
      style={{ width, maxWidth: '100%' }}
      value={draft}
      onChange={(event) => change(event.target.value)}
      onPressEnter={flush}
      onBlur={flush}
    />
  );
}
