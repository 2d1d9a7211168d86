import { formatNumber } from '#domain/figure/number.ts';
import { ageLine } from '#domain/scene/drawing.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import styles from './Diagram.module.css';
import type { Names } from '#domain/scene/label.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import type { Shown } from './useSceneValues.ts';

/** So many rows are listed; the rest is counted. */
const ROWS = 12;

/** What of the picture is alarmed or old, the most urgent first; a press goes there. Its buttons and links follow. */
export function WatchPanel({ shown, names, onGo }: { readonly shown: Shown; readonly names: Names; readonly onGo: (element: string) => void }) {
  const t = useDiagramTexts();
  const language = useLanguage();
  const { list } = shown.keeper.remarks(shown.now(), names);
  const ways = shown.keeper.scene.elements.flatMap((one) => (one.type === 'button' || one.type === 'link' ? [one] : []));
  return (
    <Panel title={t('watch')} unit={t('count', { n: formatNumber(list.length, 0) })} flush>
      {list.length === 0 ? (
        <EmptyState why={shown.ready ? t('nothingOdd') : t('reading')} height={90} />
      ) : (
        <ul className={styles.remarks} data-turn={shown.turn}>
          {list.slice(0, ROWS).map((one) => (
            <li key={one.id}>
              <Button kind="bare" onClick={() => onGo(one.id)}>
                <span className={styles.mark} data-alarm={one.alarm > 0 && one.alarm <= 2 ? 'urgent' : one.alarm > 0 ? 'warning' : 'old'} aria-hidden="true">
                  {one.alarm > 0 ? (one.alarm <= 2 ? '◆' : '▲') : '○'}
                </span>
                <span>
                  <b>{one.label}</b>
                  <small>
                    {one.alarm > 0 && t('alarmLevel', { n: one.alarm })}
                    {one.age !== null && ` ${ageLine(one.age, language)}`}
                  </small>
                </span>
              </Button>
            </li>
          ))}
          {list.length > ROWS && <li className={styles.quiet}>{t('more', { n: formatNumber(list.length - ROWS, 0) })}</li>}
        </ul>
      )}
      {ways.length > 0 && (
        <ul className={styles.ways}>
          {ways.map((one) => (
            <li key={one.id}>
              <GoLink goal={{ to: one.to.split('?')[0] ?? '/', search: Object.fromEntries(new URLSearchParams(one.to.split('?')[1])) }}>{one.text}</GoLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
} // prettier-ignore
