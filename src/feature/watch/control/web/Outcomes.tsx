import { COMMAND_STATES } from '#contract/control.ts';
import { useText } from '#web/text/useTexts.ts';
import type { ControlPointWire } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

/** How often it is sent, how it is proven, and what its ends are called. */
export function Outcomes({ point }: { readonly point: Pick<ControlPointWire, 'verifySeconds'> }) {
  const t = useControlTexts();
  const say = useText();
  const ends = [
    ['verified', 'outVerified'],
    ['mismatch', 'outMismatch'],
    ['unknown', 'outUnknown'],
    ['refused', 'outRefused'],
  ] as const;
  return (
    <details className={styles.outcomes}>
      <summary>
        {t('wayTitle')}
        <small className={kit.quiet}>{t('onceText', { n: point.verifySeconds })}</small>
      </summary>
      <dl aria-label={t('outcomes')}>
        {ends.map(([state, text]) => (
          <div key={state}>
            <dt>{say(COMMAND_STATES[state])}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
