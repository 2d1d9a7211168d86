import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { orgTreeQuery, type OrgTreeNode } from '#web/session/orgTree.ts';
import { useLanguage } from '#web/text/language.ts';
import { MISSING } from '#domain/figure/number.ts';
import { idsOf } from './ids.ts';
import { rowsQuery } from './rows.ts';
import { targetOf, titleOf } from './target.ts';
import { wordsOf } from './words.ts';

export interface WordsProps {
  readonly field: Field;
  readonly value: unknown;
}

/** A value in plain words; what references point to by its title. */
export function Words({ field, value }: WordsProps) {
  const language = useLanguage();
  if (field.refers === undefined) return <>{wordsOf(field, value, language)}</>;
  const ids = idsOf(value);
  if (ids.length === 0) return <>{MISSING}</>;
  const target = targetOf(field.refers);
  return target ? <RowWords target={target} ids={ids} /> : <OrgWords ids={ids} />;
}

function RowWords({ target, ids }: { readonly target: Resource; readonly ids: readonly number[] }) {
  const { data = [] } = useQuery(rowsQuery(target, ids));
  const title = (id: number): string => {
    const row = data.find((one) => one.id === id);
    return row ? titleOf(target, row) : `#${id}`;
  };
  return <>{ids.map(title).join(', ')}</>;
}

function OrgWords({ ids }: { readonly ids: readonly number[] }) {
  const { data = [] } = useQuery(orgTreeQuery(null));
  return <>{ids.map((id) => nameIn(data, id) ?? `#${id}`).join(', ')}</>;
}

function nameIn(nodes: readonly OrgTreeNode[], id: number): string | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node.name : nameIn(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}
