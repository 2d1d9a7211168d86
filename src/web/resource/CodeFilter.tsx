import { Select } from 'antd';
import type { FilterProps } from './kindWeb.ts';
import { useResourceTexts } from './useResourceTexts.ts';

/** Stands for "no value" among the codes. */
const EMPTY = '\u0000';

export interface CodeFilterProps extends FilterProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Any of some codes, or rows without a value. */
export function CodeFilter({ field, name, filters, onChange, label, options }: CodeFilterProps) {
  const t = useResourceTexts();
  const [filter] = filters;
  const chosen =
    filter?.op === 'empty'
      ? [EMPTY]
      : Array.isArray(filter?.value)
        ? filter.value.map(String)
        : filter?.value == null
          ? []
          : [String(filter.value)];
  const all = field.required ? [...options] : [...options, { value: EMPTY, label: t('noValue') }];
  const choose = (codes: readonly string[]): void => {
    // "No value" excludes every code, so the later choice replaces the earlier.
    if (codes.at(-1) === EMPTY) return onChange([{ field: name, op: 'empty' }]);
    const value = codes.filter((code) => code !== EMPTY);
    onChange(value.length ? [{ field: name, op: 'in', value }] : []);
  };
  return (
    <Select
      mode="multiple"
      size="small"
      value={chosen}
      options={all}
      onChange={choose}
      allowClear
      maxTagCount={0}
      maxTagPlaceholder={(hidden) => hidden.map((one) => one.label ?? one.value).join(t('comma'))}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      aria-label={label}
      style={{ width: '100%' }}
    />
  );
}
