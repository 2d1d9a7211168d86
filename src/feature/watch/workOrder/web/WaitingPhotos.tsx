import { saveBlob } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import kit from '#web/ui/kit.module.css';
import type { KeptPhoto, PhotoStore } from './keptPhotos.ts';
import styles from './Order.module.css';
import { kindOf } from './photoKind.ts';
import { discard, isToSend } from './sendPhotos.ts';
import { useKeptPhotos } from './useKeptPhotos.ts';
import { useOrderTexts } from './useOrderTexts.ts';

interface PhotoListProps {
  readonly photos: readonly KeptPhoto[];
  readonly store: PhotoStore;
  readonly onAgain: () => void;
  /** Opens the order of a photo, where the list shows those of several. */
  readonly onOpen?: (workOrderId: number) => void;
}

/** Photos that are not sent yet, that came when their order was over, or that the server refused. */
export function PhotoList({ photos, store, onAgain, onOpen }: PhotoListProps) {
  const t = useOrderTexts();
  const whyOf = ({ over, refused }: KeptPhoto): string =>
    over ? t('tooLate') : refused === undefined ? t('notSent') : t('refused', { why: refused });
  return (
    <ul className={`${kit.list} ${styles.files}`} aria-label={t('waiting')}>
      {photos.map((photo) => (
        <li key={photo.key}>
          <span>{photo.file.name}</span>
          {onOpen && (
            <Button kind="link" onClick={() => onOpen(photo.workOrderId)}>
              {t('order')} {photo.workOrderId}
            </Button>
          )}
          <small>
            {t(kindOf(photo.fileType))} · {whyOf(photo)}
          </small>
          {isToSend(photo) ? (
            <Button kind="link" onClick={onAgain}>
              {t('sendAgain')}
            </Button>
          ) : (
            <Button kind="link" onClick={() => saveBlob(photo.file, photo.file.name)}>
              {t('savePhoto', { name: photo.file.name })}
            </Button>
          )}
          <Button kind="link" onClick={() => void discard(store, photo.key)}>
            {t('dropPhoto', { name: photo.file.name })}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface WaitingPhotosProps {
  readonly store: PhotoStore;
  readonly onOpen: (workOrderId: number) => void;
}

/** All photos of the account that wait on this device; nothing where there is none. */
export function WaitingPhotos({ store, onOpen }: WaitingPhotosProps) {
  const t = useOrderTexts();
  const { waiting, again } = useKeptPhotos(store);
  if (waiting.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{t('waiting')}</h3>
      <PhotoList photos={waiting} store={store} onAgain={() => void again()} onOpen={onOpen} />
    </section>
  );
}
