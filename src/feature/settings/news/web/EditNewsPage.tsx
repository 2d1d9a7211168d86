import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { news } from '#resource/service/news.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { rowQuery } from '#web/resource/rows.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { NewsForm } from './NewsForm.tsx';
import { useNewsTexts } from './useNewsTexts.ts';

const readId = (raw: RawAddress): { id: number | null } => {
  const id = Number(raw['id']);
  return { id: Number.isInteger(id) && id > 0 ? id : null };
};

/** One of the news being written: a new one, or the one that the address names. */
export default function EditNewsPage() {
  const t = useNewsTexts();
  const [{ id }, change] = useAddress(readId);
  // What was added here goes on in its form; any other address begins one of its own.
  const [form, setForm] = useState({ at: id, key: 0, added: null as number | null });
  if (id !== form.at) setForm({ at: id, key: id === form.added ? form.key : form.key + 1, added: null });
  const onAdded = (added: ResourceRow): void => {
    queryClient.setQueryData(rowQuery(news, added.id).queryKey, added);
    setForm((now) => ({ ...now, added: added.id }));
    change({ id: added.id });
  };
  const answer = useQuery({ ...rowQuery(news, id ?? 0), enabled: id !== null });
  const row: ResourceRow | null = id === null ? null : (answer.data ?? null);
  usePageHead({ title: row ? String(row['title']) : t('newNews') });
  if (id !== null && answer.isError)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={300} />;
  if (id !== null && !row) return <LoadingState height={300} />;
  return <NewsForm key={form.key} row={row} onAdded={onAdded} />;
}
