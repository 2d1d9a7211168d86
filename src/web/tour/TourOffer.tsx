import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import CompassOutlined from '@ant-design/icons-svg/es/asn/CompassOutlined';
import { useSyncExternalStore } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './TourOffer.module.css';
import { startTour, tourRun, tourStore } from './tourStore.ts';
import { WORDS } from './words.ts';

/** Offers the tour to an account that has not seen it, and to go on with one that was left; quiet until it is pressed. */
export function TourOffer() {
  const say = useText();
  const { state } = useSyncExternalStore(tourStore.subscribe, tourStore.get);
  const running = useSyncExternalStore(tourRun.subscribe, tourRun.get);
  if (running || state === 'done' || state === 'declined') return null;
  return (
    <div className={styles['offer']}>
      <Button kind="link" title={say(WORDS.about)} onClick={() => startTour()}>
        <Icon icon={CompassOutlined} /> {say(state === 'left' ? WORDS.goOn : WORDS.tour)}
      </Button>
      <Button
        kind="icon"
        aria-label={say(WORDS.decline)}
        title={say(WORDS.decline)}
        onClick={() => tourStore.set({ ...tourStore.get(), state: 'declined' })}
      >
        <Icon icon={CloseOutlined} size={12} />
      </Button>
    </div>
  );
}
