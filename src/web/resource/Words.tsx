import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { NAME_COMMA } from '#contract/text.ts';
import { orgTreeQuery, type OrgTreeNode } from '#web/session/orgTree.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { useShownZone } from '#web/session/zone.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { idsOf } from './ids.ts';
import { rowsQuery } from './rows.ts';
import { targetOf, titleOf } from './target.ts';
import { wordsOf } from './words.ts';

export interface WordsProps {
  readonly field: Field;
  readonly value: unknown;
}

/** A value in plain words; what references point to by its title, an instant in the zone that is shown here. */
export function Words({ field, value }: WordsProps) {
  const language = useLanguage();
  const zone = useShownZone();
  const ids = idsOf(value);
  if (field.refers === undefined || ids.length === 0) return <>{wordsOf(field, value, language, zone)}</>;
  const target = targetOf(field.refers);
  return target ? <RowWords target={target} ids={ids} /> : <OrgWords ids={ids} />;
}

function RowWords({ target, ids }: { readonly target: Resource; readonly ids: readonly number[] }) {
  const say = useText();
  const { data = [] } = useQuery(rowsQuery(target, ids));
  const title = (id: number): string => {
    const row = data.find((one) => one.id === id);
    return row ? titleOf(target, row) : `#${id}`;
  };
  return <>{ids.map(title).join(say(NAME_COMMA))}</>;
}

function OrgWords({ ids }: { readonly ids: readonly number[] }) {
  const say = useText();
  const { consumers } = useSession();
  const { consumer } = useConsumer();
  const { data = [] } = useQuery(orgTreeQuery(consumer?.orgId ?? null));
  const nameOf = (id: number): string =>
    nameIn(data, id) ?? consumers.find(({ orgId }) => orgId === id)?.orgName ?? `#${id}`;
  return <>{ids.map(nameOf).join(say(NAME_COMMA))}</>;
}

function nameIn(nodes: readonly OrgTreeNode[], id: number): string | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node.name : nameIn(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}
