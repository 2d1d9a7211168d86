import { formatNumber } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { LEVELS, levelWord } from '../words.ts';
import type { ChangeMonitor, MonitorAddress } from './address.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Monitor.module.css';

interface ListHeadProps {
  readonly total: number;
  readonly address: MonitorAddress;
  readonly narrow: boolean;
  readonly onChange: ChangeMonitor;
}

/** Over the list: how many it has, and what it is narrowed to. */
export function ListHead({ total, address, narrow, onChange }: ListHeadProps) {
  const t = useAlarmTexts();
  const say = useText();
  return (
    <div className={styles.listHead}>
      <h2>
        {t('open')} <small className={kit.quiet}>{formatNumber(total, 0)}</small>
        {!narrow && <small className={kit.quiet}> · {t('order')}</small>}
      </h2>
      <Segmented
        label={t('shown')}
        small
        value={address.shown}
        options={[
          { value: 'open', text: t('openShort') },
          { value: 'unconfirmed', text: t('unconfirmed') },
          { value: 'shelved', text: t('shelved') },
        ]}
        onChange={(next) => onChange({ shown: next === 'open' ? undefined : next })}
      />
      <select
        aria-label={t('level')}
        className={styles.levelSelect}
        value={address.level ?? ''}
        onChange={(event) => onChange({ level: event.target.value || undefined })}
      >
        <option value="">{t('allLevels')}</option>
        {LEVELS.map((level) => (
          <option key={level} value={level}>
            {say(levelWord(level))}
          </option>
        ))}
      </select>
      {!narrow && <span className={styles.keys}>{t('keysHint')}</span>}
    </div>
  );
}
