import { Input } from 'antd';
import { useDraft } from '#web/resource/useDraft.ts';

export interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Words to look for; asked when the typing rests. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const { draft, change, flush } = useDraft(value, onChange);
  return (
    <Input
      type="search"
      maxLength={200}
      aria-label={label}
      placeholder={label}
      style={{ width: 220, maxWidth: '100%' }}
      value={draft}
      onChange={(event) => change(event.target.value)}
      onPressEnter={flush}
      onBlur={flush}
    />
  );
}
