import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { MOST_LETTERS, plainOf, wordsOf } from '#domain/find/plain.ts';
import { findable, fitOf, questionOf } from '#domain/find/rank.ts';
import { get } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { keptSearch } from '../keptSearch.ts';
import { useMenu } from '../menu.ts';
import { found, keptEntries } from './entries.ts';
import { objectAddress, type FoundObject } from './objectAddress.ts';
import { useDeeds } from './useDeeds.ts';

/** Something that was found and what choosing it does. */
export interface Hit {
  readonly key: string;
  readonly group: 'findScreens' | 'findActions' | `find${FoundObject['kind']}`;
  readonly rank: number;
  readonly name: string;
  readonly detail: string;
  /** The word that was meant, where the name does not hold it. */
  readonly reason: string | null;
  readonly go: () => void;
}

const IN_GROUP = 8;
const SHOWN = 30;
/** An object that the server found by its pinyin. */
const BY_SOUND = 7;

/** What answers a text: screens and actions at once, objects as the server finds them. */
export function useHits(text: string, onClose: () => void): Hit[] {
  const menu = useMenu();
  const { funCodes } = useSession();
  const language = useLanguage();
  const navigate = useNavigate();
  const deeds = useDeeds();
  const search = useRouterState({ select: (state) => state.location.search });
  const question = wordsOf(text).join(' ').slice(0, MOST_LETTERS);
  const local = useMemo(
    () => found(keptEntries(menu, funCodes, language), text),
    [menu, funCodes, language, text],
  );
  const { data: objects = [] } = useQuery({
    queryKey: ['sys', 'find', question],
    queryFn: ({ signal }) => get<FoundObject[]>('sys/find', { text: question }, { quiet: true, signal }),
    enabled: question.length > 0,
    placeholderData: (before) => (question ? before : []),
  });
  const go = (to: string, part: object) => () => {
    onClose();
    void navigate({ to, search: part as never });
  };
  const hits = local.map((one): Hit => {
    const { aim } = one;
    return {
      key: one.key,
      group: one.kind === 'screen' ? 'findScreens' : 'findActions',
      rank: one.rank,
      name: one.name,
      detail: one.over,
      reason: one.reason,
      go:
        'run' in aim
          ? () => (onClose(), deeds[aim.run]())
          : go(aim.to, { ...keptSearch(search), ...aim.search }),
    };
  });
  const query = questionOf(text);
  for (const object of objects) {
    const address = objectAddress(object, funCodes);
    if (!address || !query) continue;
    const { name, code, remark } = object;
    const fit = fitOf(findable({ names: [name, code], keywords: remark ? [remark] : [] }), query);
    hits.push({
      key: `${object.kind} ${object.id}`,
      group: `find${object.kind}`,
      rank: fit?.rank ?? BY_SOUND,
      name,
      detail: code,
      reason: remark && plainOf(remark).includes(query.plain) ? remark : null,
      go: go(address.to, address.search),
    });
  }
  return inGroups(hits);
}

/** The groups in the order of their best hits, each with its own in order. */
function inGroups<T extends { readonly group: string; readonly rank: number }>(hits: readonly T[]): T[] {
  const sorted = hits.toSorted((a, b) => a.rank - b.rank);
  const groups = new Set(sorted.map(({ group }) => group));
  return [...groups]
    .flatMap((group) => sorted.filter((hit) => hit.group === group).slice(0, IN_GROUP))
    .slice(0, SHOWN);
}
