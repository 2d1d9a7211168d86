import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { AnsweredPicture } from '#feature/watch/diagram/web/public.ts';
import { post } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { BoardPicture } from '../contract.ts';
import styles from './Board.module.css';

const REFRESH_MS = 5000;

/** A picture of a board over the whole screen; the picture itself comes once, then its values alone. */
export function BoardPictureView({ token, place }: { readonly token: string; readonly place: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('displayBoard');
  const client = useQueryClient();
  const queryKey = ['displayBoardPicture', token, place];
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<BoardPicture>(queryKey);
      const has = known?.scene ? known : undefined;
      const answer = await post<BoardPicture>(
        'sys/displayBoard/showPicture',
        { token, place, ...(has?.mark == null ? {} : { mark: has.mark }) },
        { quiet: true, signal },
      );
      return has && answer.mark === has.mark ? { ...answer, scene: has.scene } : answer;
    },
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
  if (!data)
    return error ? (
      <EmptyState why={error.message} next={t('overNext')} height={400} />
    ) : (
      <LoadingState height={400} />
    );
  if (!data.scene) return <EmptyState why={t('noPicture')} next={t('noPictureNext')} height={400} />;
  return (
    <div className={styles.picture} data-stale={error !== null}>
      {error && <p className={styles.staleNote}>{t('pictureStale')}</p>}
      <Suspense fallback={<LoadingState height={400} />}>
        <AnsweredPicture
          name={data.name}
          picture={`${place} ${data.mark}`}
          scene={data.scene}
          names={data.names}
          values={data.values}
        />
      </Suspense>
    </div>
  );
}
