import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Picture } from '#contract/scene/scene.ts';
import { changeOf } from '#domain/scene/edit/change.ts';
import { momentAt } from '#domain/time/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { DiagramHead } from '../../contract.ts';
import { versionsQuery } from '../calls.ts';
import { sceneQuery } from '../sceneQuery.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import editorStyles from './Editor.module.css';

export interface VersionsProps {
  readonly diagram: DiagramHead;
  readonly scene: Picture;
  /** The version that is edited. */
  readonly base: number;
  readonly onRestore: (no: number) => void;
}

/** Versions, the newest first: who made them, which is published, what differs from the sheet, and back to one. */
export function Versions({ diagram, scene, base, onRestore }: VersionsProps) {
  const t = useDiagramTexts();
  const [page, setPage] = useState(1);
  const [compared, setCompared] = useState<number | null>(null);
  const list = useQuery(versionsQuery(diagram.monitorDiagramId, page));
  const total = list.data?.pagination.total ?? 0;
  return (
    <Panel title={t('versions')} unit={String(total)} flush>
      {list.error && <ErrorState what={list.error.message} onRetry={() => void list.refetch()} height={80} />}
      <ul className={editorStyles.versions}>
        {(list.data?.list ?? []).map((one) => (
          <li key={one.no}>
            <b>v{one.no}</b>
            <span>
              {one.no === base && <em>{t('edited')}</em>}
              {one.published && (
                <em data-now={one.published === 'now' || undefined}>
                  {t(one.published === 'now' ? 'published' : 'oncePublished')}
                </em>
              )}
              <small>
                {momentAt(diagram.timeZone, one.madeAt)} {one.madeBy}
                {one.restoredFrom !== null && ` ${t('restoredFrom', { no: one.restoredFrom })}`} {one.note}
              </small>
              {compared === one.no && (
                <Difference diagramId={diagram.monitorDiagramId} no={one.no} scene={scene} />
              )}
            </span>
            <Button kind="link" onClick={() => setCompared(compared === one.no ? null : one.no)}>
              {t('compare')}
            </Button>
            {one.no !== base && (
              <Button kind="link" onClick={() => onRestore(one.no)}>
                {t('restore')}
              </Button>
            )}
          </li>
        ))}
        {total === 0 && list.data && <li className={`${kit.hint} ${styles.quiet}`}>{t('noVersion')}</li>}
      </ul>
      {total > 20 && (
        <p className={`${kit.wrap} ${styles.tools}`}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button disabled={page * 20 >= total} onClick={() => setPage(page + 1)}>
            {t('older')}
          </Button>
        </p>
      )}
    </Panel>
  );
}

interface DifferenceProps {
  readonly diagramId: number;
  readonly no: number;
  readonly scene: Picture;
}

function Difference({ diagramId, no, scene }: DifferenceProps) {
  const t = useDiagramTexts();
  const old = useQuery(sceneQuery(diagramId, { no }));
  const before: Picture | null | undefined = old.data?.scene;
  if (!before) return null;
  // Elements that say the same are the same, whichever object they are.
  const known = new Map(before.elements.map((one) => [one.id, one]));
  const now: Picture = {
    ...scene,
    elements: scene.elements.map((one) => {
      const same = known.get(one.id);
      return same && JSON.stringify(same) === JSON.stringify(one) ? same : one;
    }),
  };
  const elements = changeOf(before, now, { zh: '', en: '' })?.elements ?? [];
  return (
    <small>
      {t('difference', {
        added: elements.filter((one) => !one.before).length,
        removed: elements.filter((one) => !one.after).length,
        changed: elements.filter((one) => one.before && one.after).length,
      })}
    </small>
  );
}
