import type { Picture } from '#contract/scene/scene.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { boundMeters } from '#domain/scene/edit/bind.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { NetworkAnswer, NetworkMeter } from '../../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import editorStyles from './Editor.module.css';

export interface TrayProps {
  readonly network: NetworkAnswer | undefined;
  readonly scene: Picture;
  /** Whether a meter can be dragged onto an element. */
  readonly drags?: boolean;
  /** Binds a meter to what is chosen, or draws it where nothing is. */
  readonly onBind: (meter: NetworkMeter) => void;
}

/** So many meters are shown; the rest is counted. */
const MOST = 60;

/** Meters of the site that the picture does not show yet: drag one onto an element, or press it to bind what is chosen. */
export function Tray({ network, scene, drags = true, onBind }: TrayProps) {
  const t = useDiagramTexts();
  const bound = boundMeters(scene);
  const left = (network?.meters ?? []).filter(({ ammeterId }) => !bound.has(ammeterId));
  return (
    <Panel
      title={t('unbound')}
      unit={
        network
          ? t(drags ? 'unboundHint' : 'unboundPress', { n: formatNumber(left.length, 0) })
          : t('reading')
      }
    >
      {network && left.length === 0 ? (
        <p className={`${kit.hint} ${styles.quiet}`}>{t('allBound')}</p>
      ) : (
        <ul className={editorStyles.tray}>
          {left.slice(0, MOST).map((meter) => (
            <li key={meter.ammeterId}>
              <Button
                draggable={drags}
                onClick={() => onBind(meter)}
                onDragStart={(event) => event.dataTransfer.setData('text/x-meter', String(meter.ammeterId))}
              >
                <b>{meter.code}</b> {meter.name}
              </Button>
            </li>
          ))}
          {left.length > MOST && (
            <li className={`${kit.hint} ${styles.quiet}`}>
              {t('more', { n: formatNumber(left.length - MOST, 0) })}
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}
