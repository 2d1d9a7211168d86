import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import { MOST_VIEWS, nameIn, type Space, type SpaceView } from '#contract/scene/space.ts';
import { useLanguage } from '#web/text/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { STEPS } from '../../editor/commands.ts';
import { Field } from '../../editor/Field.tsx';
import { Tool } from '../../Tool.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '../../Diagram.module.css';
import { useDiagramTexts } from '../../useDiagramTexts.ts';
import spaceStyles from '../Space.module.css';
import { named } from './named.ts';
import type { SpaceBench } from './SpaceEditor.tsx';

/** Places to look from on a tour: what is seen now is kept as one, they are named, looked from, deleted. */
export function ViewList({ bench: { editing, camera } }: { readonly bench: SpaceBench }) {
  const t = useDiagramTexts();
  const language = useLanguage();
  const { views } = editing.history.scene;
  const put = (change: (views: readonly SpaceView[]) => SpaceView[]): void =>
    editing.act(STEPS.set, (now): Space => ({ ...now, views: change(now.views) }), editing.selected);
  const add = (): void => {
    if (!camera) return;
    let n = views.length + 1;
    while (views.some(({ id }) => id === `v${n}`)) n++;
    put((now) => [...now, { id: `v${n}`, name: t('newView', { n }), ...camera.where() }]);
  };
  const full = views.length >= MOST_VIEWS || !camera;
  return (
    <Panel
      title={t('views')}
      extra={<Tool label={t('addView')} icon={PlusOutlined} onClick={full ? null : add} />}
    >
      {views.length === 0 && <p className={`${kit.hint} ${styles.quiet}`}>{t('noViews')}</p>}
      <ul className={`${kit.list} ${spaceStyles.viewList}`}>
        {views.map((one) => (
          <li key={one.id}>
            <Field
              label={t('name')}
              value={one.name}
              pattern={/^.{1,60}$/}
              onChange={(name) =>
                put((now) => now.map((each) => (each.id === one.id ? { ...each, name } : each)))
              }
            />
            <Tool
              label={t('lookFrom', { name: nameIn(one, language) })}
              icon={EyeOutlined}
              onClick={camera && (() => camera.look(one))}
            />
            <Tool
              label={t('removeView', { name: nameIn(one, language) })}
              icon={DeleteOutlined}
              onClick={() => put((now) => now.filter(({ id }) => id !== one.id))}
            />
            <Field
              label={t('nameEn')}
              value={one.nameEn ?? ''}
              pattern={/^.{0,60}$/}
              onChange={(nameEn) =>
                put((now) => now.map((each) => (each.id === one.id ? named(each, nameEn) : each)))
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
