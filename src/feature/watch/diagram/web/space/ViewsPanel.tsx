import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import { useEffect, useState } from 'react';
import { nameIn, type SpaceView } from '#contract/scene/space.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Tool } from '../Tool.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Space.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';

export interface ViewsPanelProps {
  readonly views: readonly SpaceView[];
  readonly onLook: (view: SpaceView) => void;
}

/** A tour stays so long at each view. */
const STAY_MS = 5000;

/** Places to look from, one after the other on a tour. */
export function ViewsPanel({ views, onLook }: ViewsPanelProps) {
  const t = useDiagramTexts();
  const language = useLanguage();
  const [at, setAt] = useState<number | null>(null);
  const [touring, setTouring] = useState(false);
  const go = (i: number): void => {
    const view = views[i];
    if (!view) return;
    setAt(i);
    onLook(view);
  };
  useEffect(() => {
    if (!touring) return;
    const timer = setTimeout(
      () => {
        const next = ((at ?? -1) + 1) % views.length;
        const view = views[next];
        setAt(next);
        if (view) onLook(view);
      },
      at === null ? 0 : STAY_MS,
    );
    return () => clearTimeout(timer);
  }, [touring, at, views, onLook]);
  const tour = (): void => {
    setAt(null);
    setTouring(!touring);
  };
  return (
    <Panel
      title={t('views')}
      extra={
        <Tool
          label={t(touring ? 'tourEnd' : 'tour')}
          icon={touring ? PauseOutlined : CaretRightOutlined}
          on={touring}
          onClick={tour}
        />
      }
      flush
    >
      <ol className={`${kit.list} ${styles.views}`}>
        {views.map((one, i) => (
          <li key={one.id}>
            <Button
              kind="bare"
              aria-pressed={i === at}
              onClick={() => {
                setTouring(false);
                go(i);
              }}
            >
              {nameIn(one, language)}
            </Button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
