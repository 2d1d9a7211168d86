import type { ElementOf, Picture } from '#contract/scene/scene.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { ageLine } from '#domain/scene/drawing.ts';
import type { Names } from '#domain/scene/label.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Diagram.module.css';
import type { Remark, Remarks, ValueKeeper } from './scene/ValueKeeper.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import type { Shown } from './useSceneValues.ts';

/** So many rows are listed; the rest is counted. */
export const ROWS = 12;

export interface WatchPanelProps {
  readonly shown: Shown<ValueKeeper>;
  readonly names: Names;
  readonly onGo: (element: string) => void;
}

/** What of the picture is alarmed or old, the most urgent first; a press goes there. Its buttons and links follow. */
export function WatchPanel({ shown, names, onGo }: WatchPanelProps) {
  const t = useDiagramTexts();
  const quiet = useQuietWords();
  const remarks = shown.keeper.remarks(shown.now(), names);
  const { list } = remarks;
  return (
    <Panel title={t('watch')} unit={t('count', { n: formatNumber(list.length, 0) })} flush>
      {list.length === 0 ? (
        <EmptyState why={shown.ready ? quiet(remarks) : t('reading')} height={90} />
      ) : (
        <ul className={styles.remarks} data-turn={shown.turn}>
          {list.slice(0, ROWS).map((one) => (
            <li key={one.id}>
              <Button kind="bare" onClick={() => onGo(one.id)}>
                <RemarkLine remark={one} />
              </Button>
            </li>
          ))}
          {list.length > ROWS && (
            <li className={`${kit.hint} ${styles.quiet}`}>
              {t('more', { n: formatNumber(list.length - ROWS, 0) })}
            </li>
          )}
        </ul>
      )}
      <Ways picture={shown.keeper.picture} />
    </Panel>
  );
}

/** What is said where nothing is alarmed or old: a value that never came is not fresh. */
export function useQuietWords(): (remarks: Remarks) => string {
  const t = useDiagramTexts();
  return ({ fresh, total }) => (fresh < total ? t('someMissing', { n: total - fresh }) : t('nothingOdd'));
}

/** How much an element asks for: told by shape as well as by colour. */
const URGENCY = { urgent: '◆', warning: '▲', old: '○' } as const;

/** What is said of an element in a list. */
export function RemarkLine({ remark: { label, alarm, age } }: { readonly remark: Remark }) {
  const t = useDiagramTexts();
  const language = useLanguage();
  const urgency = alarm === 0 ? 'old' : alarm <= 2 ? 'urgent' : 'warning';
  return (
    <>
      <span className={styles.mark} data-alarm={urgency} aria-hidden="true">
        {URGENCY[urgency]}
      </span>
      <span>
        <b>{label}</b>
        <small>
          {alarm > 0 && t('alarmLevel', { n: alarm })}
          {age !== null && ` ${ageLine(age, language)}`}
        </small>
      </span>
    </>
  );
}

const isWay = (one: Picture['elements'][number]): one is ElementOf<'button' | 'link'> =>
  'type' in one && (one.type === 'button' || one.type === 'link');

/** Buttons and links of the picture, for whoever does not reach them in it. */
function Ways({ picture }: { readonly picture: Picture }) {
  const ways = picture.elements.filter(isWay);
  if (ways.length === 0) return null;
  return (
    <ul className={styles.ways}>
      {ways.map(({ id, to, text }) => {
        const [path = '/', query] = to.split('?');
        return (
          <li key={id}>
            <GoLink goal={{ to: path, search: Object.fromEntries(new URLSearchParams(query)) }}>
              {text}
            </GoLink>
          </li>
        );
      })}
    </ul>
  );
}
