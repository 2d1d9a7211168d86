import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { get } from '#web/api.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { SubjectNode } from '#feature/meters/subject/contract.ts';

interface Option {
  value: string;
  title: string;
  search: string;
  children: Option[];
}

/** Objects below their parents; one whose parent is not to be seen stands at the top. */
function treeOf(objects: readonly SubjectNode[]): Option[] {
  const options = new Map(
    objects.map(({ key, name, code }): [string, Option] => [
      key,
      { value: key, title: name, search: `${name} ${code}`.toLowerCase(), children: [] },
    ]),
  );
  const roots: Option[] = [];
  for (const { key, parent } of objects) {
    const own = options.get(key);
    if (own) (options.get(parent ?? '')?.children ?? roots).push(own);
  }
  return roots;
}

/** The tree of an enterprise as options, and whether it has come (or could not be had). */
export function useObjects(
  consumerId: number,
  organisationsOnly = false,
): { readonly options: Option[]; readonly known: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['analysis', 'object', consumerId],
    queryFn: ({ signal }) =>
      get<SubjectNode[]>('analysis/object/getTree', { consumerId }, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const options = useMemo(
    () => treeOf((data ?? []).filter(({ key }) => !organisationsOnly || key.startsWith('o'))),
    [data, organisationsOnly],
  );
  return { options, known: data !== undefined || isError };
}

export interface ObjectSelectProps {
  readonly consumerId: number;
  /** `o1001` or `m12`. */
  readonly value: string;
  readonly onChange: (key: string) => void;
  /** Meters are not offered. */
  readonly organisationsOnly?: boolean;
}

/** One organisation or meter out of the tree of an enterprise, found by name or code; nothing where a page holds which. */
export function ObjectSelect(props: ObjectSelectProps) {
  return useHeldAddress() ? null : <Select {...props} />;
}

function Select({ consumerId, value, onChange, organisationsOnly }: ObjectSelectProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const { options } = useObjects(consumerId, organisationsOnly);
  return (
    <TreeSelect<string, Option>
      aria-label={t('organisation')}
      treeData={options}
      {...(options.length > 0 ? { value } : {})}
      onChange={onChange}
      style={{ width: 230, maxWidth: '100%' }}
      treeDefaultExpandedKeys={[value, `o${consumerId}`]}
      showSearch={{
        filterTreeNode: (text, node) => String(node['search']).includes(text.trim().toLowerCase()),
      }}
      placeholder={t('findOrganisation')}
      popupMatchSelectWidth={320}
    />
  );
}
