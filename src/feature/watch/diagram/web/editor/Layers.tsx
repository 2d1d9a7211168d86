import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import UnlockOutlined from '@ant-design/icons-svg/es/asn/UnlockOutlined';
import { type Layer, MOST_LAYERS, type Scene } from '#contract/scene/scene.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { STEPS } from './commands.ts';
import type { Editing } from './useEditing.ts';
import editorStyles from './Editor.module.css';

/** A layer with a switch of it the other way. */
function flipped(layer: Layer, key: 'hidden' | 'locked'): Layer {
  const { [key]: on, ...rest } = layer;
  return on ? rest : { ...rest, [key]: true };
}

/** The layers, the uppermost first: shown or hidden, open or locked; new elements come onto the one that is chosen. */
export function Layers({ editing }: { readonly editing: Editing }) {
  const t = useDiagramTexts();
  const { scene } = editing.history;
  const layers = scene.layers.toReversed();
  const put = (change: (layers: readonly Layer[]) => Layer[]): void =>
    editing.act(STEPS.layer, (now): Scene => ({ ...now, layers: change(now.layers) }), editing.selected);
  const add = (): void => {
    let n = 1;
    while (scene.layers.some(({ id }) => id === `l${n}`)) n++;
    put((now) => [...now, { id: `l${n}`, name: t('newLayer', { n }) }]);
    editing.setLayer(`l${n}`);
  };
  return (
    <Panel title={t('layers')} flush extra={<Button kind="icon" aria-label={t('addLayer')} title={t('addLayer')} disabled={layers.length >= MOST_LAYERS} onClick={add}>+</Button>}>
      <ul className={editorStyles.layers}>
        {layers.map((one) => {
          const count = scene.elements.filter(({ layer }) => layer === one.id).length;
          const put1 = (change: (layer: Layer) => Layer): void => put((now) => now.map((each) => (each.id === one.id ? change(each) : each)));
          return (
            <li key={one.id} data-on={one.id === editing.layer || undefined}>
              <Button kind="icon" aria-pressed={!one.hidden} aria-label={t(one.hidden ? 'show' : 'hide', { name: one.name })} onClick={() => put1((each) => flipped(each, 'hidden'))}><Icon icon={one.hidden ? EyeInvisibleOutlined : EyeOutlined} /></Button>
              <Button kind="icon" aria-pressed={one.locked === true} aria-label={t(one.locked ? 'unlock' : 'lock', { name: one.name })} onClick={() => put1((each) => flipped(each, 'locked'))}><Icon icon={one.locked ? LockOutlined : UnlockOutlined} /></Button>
              <Button kind="bare" aria-pressed={one.id === editing.layer} onClick={() => editing.setLayer(one.id)}>{one.name}</Button>
              <small>{count}</small>
              {count === 0 && layers.length > 1 && <Button kind="icon" aria-label={t('removeLayer', { name: one.name })} onClick={() => { put((now) => now.filter(({ id }) => id !== one.id)); if (editing.layer === one.id) editing.setLayer(scene.layers.find(({ id }) => id !== one.id)?.id ?? ''); }}><Icon icon={DeleteOutlined} /></Button>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
} // prettier-ignore
