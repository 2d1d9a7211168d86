import { formatNumber } from '#domain/figure/number.ts';
import { ageText } from '#web/ui/age.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { LevelCount, OpenAlarms } from '../../contract.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import styles from './Monitor.module.css';

/** More raises than this in ten minutes are a flood (EEMUA 191). */
const FLOOD = 10;

/** The figures over the list: raises and flood, what waits, what stands, what is shelved, the levels. */
export function Strip({ open, now }: { readonly open: OpenAlarms; readonly now: number }) {
  const t = useAlarmTexts();
  const { levels, raises, standing, oldestAt, shelved } = open;
  const last = raises.at(-1) ?? 0;
  const sum = (key: 'open' | 'unconfirmed'): number => levels.reduce((n, level) => n + level[key], 0);
  return (
    <ul className={styles.strip}>
      <li>
        <div className={styles.label}>
          {t('raised')}
          {last > FLOOD && <StatusDot status="warning" text={t('flood')} />}
        </div>
        <div className={styles.flood}>
          <b className={styles.value}>{formatNumber(last, 0)}</b>
          <FloodBar raises={raises} />
        </div>
        <div className={styles.foot}>{t('floodLimit')}</div>
      </li>
      <Figure label={t('unconfirmed')} value={sum('unconfirmed')}>
        <Levels levels={levels} of="unconfirmed" />
      </Figure>
      <Figure label={t('openShort')} value={sum('open')}>
        <Levels levels={levels} of="open" />
      </Figure>
      <Figure label={t('standing')} value={standing}>
        {oldestAt !== null && t('oldest', { age: ageText((now - oldestAt) / 1000) })}
      </Figure>
      <Figure label={t('shelved')} value={shelved} />
    </ul>
  );
}

function Figure({ label, value, children }: { label: string; value: number; children?: React.ReactNode }) {
  return (
    <li>
      <div className={styles.label}>{label}</div>
      <b className={styles.value}>{formatNumber(value, 0)}</b>
      <div className={styles.foot}>{children}</div>
    </li>
  );
}

/** How many there are of each level that has any. */
export function Levels({ levels, of }: { levels: readonly LevelCount[]; of: 'open' | 'unconfirmed' }) {
  return (
    <span className={styles.levels}>
      {levels
        .filter((level) => level[of] > 0)
        .map((level) => (
          <LevelMark key={level.level} level={level.level} count={level[of]} />
        ))}
    </span>
  );
}

const WIDTH = 6;
const HEIGHT = 32;

/** Raises of two hours by ten minutes, the last one dark, with the line of a flood. */
function FloodBar({ raises }: { readonly raises: readonly number[] }) {
  const t = useAlarmTexts();
  const most = Math.max(FLOOD * 1.25, ...raises);
  const y = (value: number): number => HEIGHT - (value / most) * HEIGHT;
  const wide = raises.length * (WIDTH + 2);
  return (
    <figure className={styles.floodBar}>
      <figcaption className="visually-hidden">{t('floodBar', { list: raises.join(', ') })}</figcaption>
      <svg width={wide} height={HEIGHT} viewBox={`0 0 ${wide} ${HEIGHT}`} aria-hidden="true">
        {raises.map((count, i) => (
          <rect
            key={raises.length - i}
            x={i * (WIDTH + 2)}
            width={WIDTH}
            y={Math.min(y(count), HEIGHT - 1)}
            height={Math.max(1, HEIGHT - y(count))}
            fill={i === raises.length - 1 ? 'var(--series-1)' : 'var(--series-6)'}
          />
        ))}
        <line x1="0" x2={wide} y1={y(FLOOD)} y2={y(FLOOD)} stroke="var(--text2)" strokeDasharray="4 3" />
      </svg>
    </figure>
  );
}
