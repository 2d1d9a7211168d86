import { useMemo } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import type { SceneAnswer, ValuesAnswer } from '../contract.ts';
import styles from './Diagram.module.css';
import { useSceneView } from './scene/useSceneView.ts';
import { useAnswered } from './useSceneValues.ts';

export interface AnsweredPictureProps {
  /** What it is called, read out. */
  readonly name: string;
  /** Another one is fitted anew. */
  readonly picture: string;
  readonly scene: Scene;
  readonly names: SceneAnswer['names'];
  readonly values: ValuesAnswer;
}

/** A picture that was asked for elsewhere: as large as its area, nothing in it can be pressed. */
export function AnsweredPicture({ name, picture, scene, names, values }: AnsweredPictureProps) {
  const byId = useMemo(() => new Map(names.map((one) => [one.ammeterId, one])), [names]);
  const { host, view } = useSceneView(scene, byId, picture);
  useAnswered(view, scene, values);
  return (
    <figure aria-label={name} className={styles.still}>
      <div ref={host} className={styles.still} />
    </figure>
  );
}
