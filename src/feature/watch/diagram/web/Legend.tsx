import { useMemo } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { screenInk } from '#domain/scene/ink.ts';
import { levelsOf } from '#domain/scene/seen.ts';
import { netOf, voltagesOf } from '#domain/scene/supply.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Diagram.module.css';
import { useDiagramTexts } from './useDiagramTexts.ts';

/** What the lines of a picture say: levels of voltage by colour, without supply and not known by dots. */
export function Legend({ scene }: { readonly scene: Scene }) {
  const t = useDiagramTexts();
  const levels = useMemo(() => {
    const voltages = voltagesOf(scene, netOf(scene));
    const byId = levelsOf(voltages);
    const found = new Map<number, number>();
    for (const [id, kv] of voltages) found.set(kv, byId.get(id) ?? 4);
    return [...found].sort(([a], [b]) => b - a);
  }, [scene]);
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {levels.map(([kv, level]) => (
        <li className={kit.mark} key={kv}>
          <svg width="18" height="8" aria-hidden="true">
            <path d="M0 4H18" stroke={screenInk(`level${level as 1 | 2 | 3 | 4}`)} strokeWidth="3" />
          </svg>
          {kv} kV
        </li>
      ))}
      <li className={kit.mark}>
        <svg width="18" height="8" aria-hidden="true">
          <path d="M0 4H18" stroke={screenInk('quiet')} strokeWidth="2" strokeDasharray="7 4" />
        </svg>
        {t('dead')}
      </li>
      <li className={kit.mark}>
        <svg width="18" height="8" aria-hidden="true">
          <path d="M0 4H18" stroke={screenInk('quiet')} strokeWidth="2" strokeDasharray="2 3" />
        </svg>
        {t('notKnown')}
      </li>
    </ul>
  );
}
