import { useEffect, useRef } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import type { Names } from '#domain/scene/label.ts';
import { ElementList } from './elements/ElementList.tsx';
import type { ElementWalk } from './elements/useElementWalk.ts';
import { PickedElement, type PickedElementProps } from './PickedElement.tsx';
import type { Shown } from './useSceneValues.ts';
import { WatchPanel } from './WatchPanel.tsx';

/** The element that is looked at more closely, and whether it was chosen in the list of elements. */
export interface Picked {
  readonly id: string;
  readonly byList: boolean;
}

export interface PictureSideProps {
  readonly shown: Shown;
  readonly names: Names;
  readonly scene: Scene;
  readonly walk: ElementWalk;
  readonly picked: Picked | null;
  readonly onGo: (element: string) => void;
  readonly onPick: (element: string) => void;
  readonly onClose: () => void;
}

/** Beside a picture: the element that is chosen, what is abnormal, and all elements in words. */
export function PictureSide({ picked, walk, onGo, onPick, onClose, ...kit }: PictureSideProps) {
  const { shown, names } = kit;
  const close = (): void => {
    onClose();
    if (picked?.byList) walk.toList();
  };
  return (
    <>
      {picked && <Chosen {...kit} key={picked.id} {...picked} onClose={close} />}
      <WatchPanel shown={shown} names={names} onGo={onGo} />
      <ElementList
        shown={shown}
        names={names}
        elements={walk.elements}
        onPick={onPick}
        onMark={walk.mark}
        onLeave={walk.toPicture}
        box={walk.list}
      />
    </>
  );
}

/** Whoever chose an element in the list goes on in what is told of it. */
function Chosen({ byList, ...props }: PickedElementProps & Picked) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (byList) box.current?.querySelector('button')?.focus();
  }, [byList]);
  return (
    <div ref={box}>
      <PickedElement {...props} />
    </div>
  );
}
