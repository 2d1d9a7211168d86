import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo } from 'react';
import { homeAt, HOMES, plainPath } from '#contract/home.ts';
import { resourceOf } from '#resource/index.ts';
import type { CellProps, InputProps, ResourceRow } from '#web/resource/kindWeb.ts';
import { allQuery } from '#web/resource/rows.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface Group {
  readonly label: string;
  readonly options: readonly Option[];
}

/** Pages of the menu by the group they stand in; those that are a home themselves are left out. */
function pageGroups(rows: readonly ResourceRow[], nameField: string): Group[] {
  const nameOf = (row: ResourceRow | undefined): string => String(row?.[nameField] ?? row?.['funName'] ?? '');
  const known = new Map(rows.map((row) => [row.id, row]));
  const groups = new Map<number, Option[]>();
  for (const row of rows.toSorted((a, b) => Number(a['ix']) - Number(b['ix']) || a.id - b.id)) {
    const url = typeof row['url'] === 'string' ? row['url'] : '';
    if (row['funType'] !== 'screen' || !plainPath(url) || homeAt(url)) continue;
    const parent = Number(row['parentId']);
    groups.set(parent, [...(groups.get(parent) ?? []), { value: url, label: nameOf(row) }]);
  }
  return [...groups].map(([parent, options]) => ({ label: nameOf(known.get(parent)), options }));
}

const usePages = (): Group[] => {
  const language = useLanguage();
  const { data } = useQuery(allQuery(resourceOf('fun'), []));
  return useMemo(() => pageGroups(data ?? [], language === 'zh' ? 'funName' : 'funNameEn'), [data, language]);
};

/** Where holders of a role begin: one of the homes by name, or a page of the menu. */
export function HomeInput({ id, value, onChange, describedBy, label, inline, invalid }: InputProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const say = useText();
  const pages = usePages();
  const homes = HOMES.map(({ url, role, title }) => ({ value: url, label: `${say(role)} · ${say(title)}` }));
  const own = typeof value === 'string' && value !== '' ? value : undefined;
  const options = [{ label: t('homes'), options: homes }, ...pages];
  const chosen = options
    .flatMap((group) => group.options)
    .find((one) => plainPath(one.value) === plainPath(own ?? null));
  // A page that is gone is shown as it was entered.
  const lost =
    own !== undefined && !chosen ? [{ label: t('homeGone'), options: [{ value: own, label: own }] }] : [];
  return (
    <Select
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      size={inline ? 'small' : 'middle'}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const } : {})}
      placeholder={t('homeNone')}
      options={[...lost, ...options]}
      {...(own === undefined ? {} : { value: chosen?.value ?? own })}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}

/** A home by its name, a page by its own. */
export function HomeCell({ value }: CellProps) {
  const say = useText();
  const pages = usePages();
  const home = homeAt(String(value));
  const page = pages
    .flatMap(({ options }) => options)
    .find((one) => plainPath(one.value) === plainPath(String(value)));
  return <>{home ? say(home.role) : (page?.label ?? String(value))}</>;
}
