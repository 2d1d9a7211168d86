import { useState } from 'react';
import type { Picture } from '#contract/scene/scene.ts';
import { momentAt } from '#domain/time/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import kit from '#web/ui/kit.module.css';
import type { DiagramHead } from '../../contract.ts';
import styles from '../Diagram.module.css';
import { STEPS } from './commands.ts';
import { drop, type Kept, keptOf } from './kept.ts';
import { useBenchTexts } from './useBenchTexts.ts';
import type { Steps } from './useSteps.ts';

export interface KeptWorkProps<S extends Picture> {
  readonly diagram: DiagramHead;
  readonly editing: Pick<Steps<S>, 'act'>;
  /** The picture, where something is one of this kind. */
  readonly take: (raw: unknown) => S | null;
}

/** Pictures that could not be saved: each is put back whole, as a step, and stays here until it is discarded. */
export function KeptWork<S extends Picture>({ diagram, editing, take }: KeptWorkProps<S>) {
  const t = useBenchTexts();
  const { monitorDiagramId: id, timeZone } = diagram;
  const [list, setList] = useState(() => keptOf(id, take));
  const discard = async ({ at }: Kept<S>): Promise<void> => {
    if (!(await confirm({ title: t('dropKeptAsk'), text: t('dropKeptEffect') }))) return;
    drop(id, at);
    setList(keptOf(id, take));
  };
  if (list.length === 0) return null;
  return (
    <ul className={styles.ways}>
      {list.map((one) => (
        <li key={one.at} className={`${kit.wrap} ${styles.tools}`}>
          <span>{t('keptWork', { at: momentAt(timeZone, one.at) })}</span>
          <Button onClick={() => editing.act(STEPS.bring, () => one.scene, [])}>{t('bringBack')}</Button>
          <Button onClick={() => void discard(one)}>{t('dropKept')}</Button>
        </li>
      ))}
    </ul>
  );
}
