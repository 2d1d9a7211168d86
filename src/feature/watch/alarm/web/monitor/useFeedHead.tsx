import SoundOutlined from '@ant-design/icons-svg/es/asn/SoundOutlined';
import { useMemo } from 'react';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { secondAt } from '#domain/time/text.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import styles from './Monitor.module.css';
import { turnSound, useSound } from './sound.ts';

interface FeedProps {
  /** The feed tells of alarms; else they are asked for again and again. */
  readonly told: boolean;
  /** When the list was last told, ms; 0 = not yet. */
  readonly toldAt: number;
}

/** Beside the title: how fresh the list is, and the switch of the sound. */
export function useFeedHead({ told, toldAt }: FeedProps): void {
  const t = useAlarmTexts();
  const ringing = useSound();
  const zone = useConsumer().consumer?.timeZone ?? HOME_ZONE;
  const at = toldAt === 0 ? '' : secondAt(zone, toldAt).slice(11);
  const word = { on: t('soundOn'), off: t('soundOff'), waits: t('soundWaits') }[ringing];
  const aside = useMemo(
    () => (
      <span className={styles.feed}>
        <StatusDot status={told ? 'normal' : 'offline'} text={t(told ? 'live' : 'polled')} />
        {at !== '' && <span className={styles.updated}>{t('updated', { at })}</span>}
        <Button
          className={styles.sound}
          title={`${word} · ${t('soundHint')}`}
          aria-label={word}
          aria-pressed={ringing !== 'off'}
          onClick={() => turnSound(ringing === 'off')}
        >
          <Icon icon={SoundOutlined} /> <span className={styles.soundWord}>{word}</span>
        </Button>
      </span>
    ),
    [t, told, at, ringing, word],
  );
  usePageHead({ aside });
}
