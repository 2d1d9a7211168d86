import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#domain/figure/number.ts';
import { post } from '#web/api.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { type CameraAbilities, LACKS } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Camera.module.css';

const own = {
  title: { zh: '测试连接', en: 'Try the connection' },
  snapshot: { zh: '快照', en: 'Picture' },
  live: { zh: '视频流', en: 'Stream' },
  head: { zh: '云台', en: 'Head' },
  zoom: { zh: '变倍', en: 'Zoom' },
  focus: { zh: '聚焦', en: 'Focus' },
  iris: { zh: '光圈', en: 'Aperture' },
  can: { zh: '可用', en: 'can be used' },
} as const;
const PARTS = ['snapshot', 'live', 'head', 'zoom', 'focus', 'iris'] as const;

interface Tried {
  readonly pictureBytes: number | null;
  readonly abilities: CameraAbilities;
}

/** Asks a camera what it can do, and shows what is wrong. */
export function TryDialog({ row, onClose }: ActionProps) {
  const say = useText();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['archive/iVideoControl/tryConnection', row.id],
    queryFn: () => post<Tried>('archive/iVideoControl/tryConnection', { id: row.id }, { quiet: true }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog title={`${say(own.title)}: ${String(row['cameraName'])}`} onClose={onClose} width={460}>
      {isFetching ? (
        <LoadingState height={160} />
      ) : error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={160} />
      ) : (
        data && (
          <dl className={`${kit.facts} ${styles.facts}`}>
            {PARTS.map((part) => {
              const lack = data.abilities[part];
              const kilobytes = formatNumber((data.pictureBytes ?? 0) / 1024, 0);
              const more = part === 'snapshot' && data.pictureBytes !== null ? ` (${kilobytes} kB)` : '';
              return (
                <div key={part} className={styles.fact}>
                  <dt>{say(own[part])}</dt>
                  <dd>{lack === null ? `${say(own.can)}${more}` : say(LACKS[lack])}</dd>
                </div>
              );
            })}
          </dl>
        )
      )}
    </Dialog>
  );
}
