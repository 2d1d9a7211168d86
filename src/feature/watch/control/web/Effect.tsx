import { formatNumber } from '#domain/figure/number.ts';
import type { PointDetail } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

const kw = (value: number | null): string => (value === null ? '--' : formatNumber(value, 0));

/** What the operation is expected to do to the power of the load, its feeder and the plant; nothing where no meter tells. */
export function Effect({ detail: { effect, point } }: { readonly detail: PointDetail }) {
  const t = useControlTexts();
  if (!effect || (effect.power === null && effect.change === null)) return null;
  const { change, power, meter, ageSeconds, above } = effect;
  const title = change === null || change === 0 ? 'powerTitle' : change < 0 ? 'expected' : 'expectedMore';
  const figure = change === null || change === 0 ? power : Math.abs(change);
  const promised = change !== null && change < 0 && power !== null ? point.shedPower : null;
  return (
    <div>
      <h3 className={styles.head}>{t(title)}</h3>
      {figure !== null && <p className={styles.figure}>{kw(figure)} kW</p>}
      <p className={kit.quiet}>
        {power === null
          ? t('powerNone', { meter })
          : t('powerNow', { n: kw(power), meter, age: kw(ageSeconds) })}
        {promised !== null && (
          <>
            <br />
            {t('promised', { n: kw(promised) })}
          </>
        )}
      </p>
      {above.length > 0 && (
        <ul className={styles.above}>
          {above.map(({ name, before, after }) => (
            <li key={name}>
              {name} <b>{kw(before)}</b> → <b>{kw(after)}</b> kW
            </li>
          ))}
        </ul>
      )}
      <p className={kit.quiet}>{t('powerLater', { meter })}</p>
    </div>
  );
}
