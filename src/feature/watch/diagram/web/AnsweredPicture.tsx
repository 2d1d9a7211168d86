import { useMemo } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { knownName } from '#domain/scene/label.ts';
import { useText } from '#web/text/useTexts.ts';
import type { SceneAnswer, ValuesAnswer } from '../contract.ts';
import { kindOf } from './elements/useElementText.ts';
import styles from './Diagram.module.css';
import { useSceneView } from './scene/useSceneView.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import { useAnswered } from './useSceneValues.ts';
import { RemarkLine, ROWS, useQuietWords } from './WatchPanel.tsx';

export interface AnsweredPictureProps {
  /** What it is called, read out. */
  readonly name: string;
  /** Another one is fitted anew. */
  readonly picture: string;
  readonly scene: Scene;
  readonly names: SceneAnswer['names'];
  readonly values: ValuesAnswer;
}

/** A picture that was asked for elsewhere: as large as its area, nothing in it can be pressed; what is abnormal in it is told in words too. */
export function AnsweredPicture({ name, picture, scene, names, values }: AnsweredPictureProps) {
  const byId = useMemo(() => new Map(names.map((one) => [one.ammeterId, one])), [names]);
  const { host, view } = useSceneView(scene, byId, picture);
  const { keeper, turn, now } = useAnswered(view, scene, values);
  const t = useDiagramTexts();
  const quiet = useQuietWords();
  const remarks = keeper.remarks(now(), byId);
  const { list } = remarks;
  const say = useText();
  // A meter that no label names has no name here either.
  const called = (id: string): string => {
    const one = scene.elements.find((each) => each.id === id);
    return one ? (knownName(one, byId)?.trim() ?? say(kindOf(one))) : id;
  };
  return (
    <figure aria-label={name} className={styles.still}>
      <div ref={host} className={styles.still} />
      {/* For whoever cannot see it; on the wall the picture itself says so. */}
      <figcaption className="visually-hidden" data-turn={turn}>
        {t('watch')}:{' '}
        {turn === 0 ? t('reading') : list.length === 0 ? quiet(remarks) : t('count', { n: list.length })}
        <ul>
          {list.slice(0, ROWS).map((one) => (
            <li key={one.id}>
              <RemarkLine remark={{ ...one, label: called(one.id) }} />
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
