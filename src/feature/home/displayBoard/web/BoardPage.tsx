import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError, post } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { Board } from '../contract.ts';
import styles from './Board.module.css';
import { BoardShow } from './BoardShow.tsx';

const REFRESH_MS = 60_000;

/** The public board of a link: full screen, without a session, the chosen figures and pictures and nothing else. */
export default function BoardPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('displayBoard');
  const search: { token?: unknown } = useSearch({ strict: false });
  const token = search.token === undefined ? '' : String(search.token);
  const board = useQuery({
    queryKey: ['displayBoard', token],
    queryFn: ({ signal }) => post<Board>('sys/displayBoard/show', { token }, { quiet: true, signal }),
    enabled: token.length >= 20,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
  if (token.length < 20)
    return (
      <main className={styles.instead}>
        <EmptyState why={t('noLink')} next={t('noLinkNext')} height="calc(100vh - 40px)" />
      </main>
    );
  const over = board.error instanceof ApiError && (board.error.code === 404 || board.error.code === 400);
  if (over || (board.isError && !board.data))
    return (
      <main className={styles.instead}>
        <EmptyState
          why={over || !board.error ? t('over') : board.error.message}
          next={t('overNext')}
          height="calc(100vh - 40px)"
        />
      </main>
    );
  return board.data ? <BoardShow board={board.data} token={token} stale={board.isError} /> : <LoadingState />;
}
