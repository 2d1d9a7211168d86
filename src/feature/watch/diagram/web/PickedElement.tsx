import { Suspense, useState } from 'react';
import { mayOpenPage } from '#contract/objectPage.ts';
import { type Binding, sourceKey } from '#contract/scene/binding.ts';
import type { Picture } from '#contract/scene/scene.ts';
import { ageLine } from '#domain/scene/drawing.ts';
import { meterBehind, nameOf, type Names } from '#domain/scene/label.ts';
import { type Read, readBinding } from '#domain/scene/told.ts';
import { ObjectDrawer } from '#feature/watch/liveScreen/web/public.ts';
import { useSession } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { CloseIcon } from './CloseIcon.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Diagram.module.css';
import { distinct, useFactText, useSourceName } from './elements/facts.ts';
import type { ValueKeeper } from './scene/ValueKeeper.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import type { Shown } from './useSceneValues.ts';

export interface PickedElementProps {
  readonly shown: Shown<ValueKeeper>;
  readonly names: Names;
  readonly scene: Picture;
  readonly id: string;
  readonly onClose: () => void;
}

/** An element of the picture: what each of its bindings tells, and the page of its meter. */
export function PickedElement({ shown, names, scene, id, onClose }: PickedElementProps) {
  const t = useDiagramTexts();
  const element = scene.elements.find((one) => one.id === id);
  if (!element) return null;
  const meter = meterBehind(element);
  return (
    <Panel
      title={nameOf(element, names)}
      extra={
        <Button kind="icon" aria-label={t('close')} onClick={onClose}>
          <CloseIcon />
        </Button>
      }
    >
      <dl className={styles.facts} data-turn={shown.turn}>
        {distinct(element.bindings ?? []).map((one) => (
          <Fact
            key={sourceKey(one.source)}
            binding={one}
            read={readBinding(one, shown.keeper.values, shown.now())}
          />
        ))}
      </dl>
      {meter !== null && <MeterDoors key={meter} meter={meter} />}
    </Panel>
  );
}

/** The popup of the meter that an element tells of, and its page. */
function MeterDoors({ meter }: { readonly meter: number }) {
  const t = useDiagramTexts();
  const { funCodes } = useSession();
  const [open, setOpen] = useState(false);
  if (!mayOpenPage('meter', (code) => funCodes.includes(code))) return null;
  return (
    <>
      <span className={`${kit.wrap} ${styles.tools}`}>
        <Button onClick={() => setOpen(true)}>{t('meterPopup')}</Button>
        <PageLink kind="meter" id={meter}>
          {t('meterPage')}
        </PageLink>
      </span>
      {open && (
        <Suspense>
          <ObjectDrawer of={{ ammeterId: meter }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface FactProps {
  readonly binding: Binding;
  readonly read: Read;
}

function Fact({ binding, read }: FactProps) {
  const language = useLanguage();
  const name = useSourceName();
  const value = useFactText();
  return (
    <div>
      <dt>{name(binding.source)}</dt>
      <dd>
        {value(binding, read)}
        {read.age !== null && <small> ○ {ageLine(read.age, language)}</small>}
      </dd>
    </div>
  );
}
