import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { secondAt } from '#domain/time/text.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { ClipWire } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Camera.module.css';
import { clipFile } from './calls.ts';

/** Plays a recording, or shows a picture. */
export function ClipPlayer({ clip, onClose }: { readonly clip: ClipWire; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['archive/cameraClip/download', clip.clipId],
    queryFn: ({ signal }) => clipFile(clip.clipId, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const title = `${clip.cameraName} ${secondAt(clip.timeZone, Date.parse(clip.beginAt))}`;
  return (
    <Dialog title={title} onClose={onClose} width={760}>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={240} />
      ) : data ? (
        <Film clip={clip} content={data} title={title} />
      ) : (
        <LoadingState height={240} />
      )}
      {clip.alarmName !== null && <p className={kit.note}>{clip.alarmName}</p>}
    </Dialog>
  );
}

function Film({
  clip,
  content,
  title,
}: {
  readonly clip: ClipWire;
  readonly content: Blob;
  readonly title: string;
}) {
  const film = useRef<HTMLVideoElement & HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(content);
    if (film.current) film.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [content]);
  return clip.kind === 'clip' ? (
    <video ref={film} className={styles.film} aria-label={title} controls autoPlay muted playsInline />
  ) : (
    <img ref={film} className={styles.film} alt={title} />
  );
}
