import { useQuery } from '@tanstack/react-query';
import { news } from '#resource/service/news.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
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
  const answer = useQuery({ ...rowQuery(news, id ?? 0), enabled: id !== null });
  const row: ResourceRow | null = id === null ? null : (answer.data ?? null);
  usePageHead({ title: row ? String(row['title']) : t('newNews') });
  if (id !== null && answer.isError)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={300} />;
  if (id !== null && !row) return <LoadingState height={300} />;
  return <NewsForm key={id ?? 'new'} row={row} onAdded={(added) => change({ id: added })} />;
}
