import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import UnlockOutlined from '@ant-design/icons-svg/es/asn/UnlockOutlined';
import { type Layer, MOST_LAYERS, type Scene } from '#contract/scene/scene.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Tool } from '../Tool.tsx';
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
  const put = (change: (layers: readonly Layer[]) => Layer[]): void =>
    editing.act(STEPS.layer, (now): Scene => ({ ...now, layers: change(now.layers) }), editing.selected);
  const add = (): void => {
    let n = 1;
    while (scene.layers.some(({ id }) => id === `l${n}`)) n++;
    put((now) => [...now, { id: `l${n}`, name: t('newLayer', { n }) }]);
    editing.setLayer(`l${n}`);
  };
  const drop = (id: string): void => {
    put((now) => now.filter((one) => one.id !== id));
    if (editing.layer === id) editing.setLayer(scene.layers.find((one) => one.id !== id)?.id ?? '');
  };
  const full = scene.layers.length >= MOST_LAYERS;
  return (
    <Panel
      title={t('layers')}
      flush
      extra={<Tool label={t('addLayer')} icon={PlusOutlined} onClick={full ? null : add} />}
    >
      <ul className={editorStyles.layers}>
        {scene.layers.toReversed().map((one) => (
          <LayerRow
            key={one.id}
            layer={one}
            count={scene.elements.filter(({ layer }) => layer === one.id).length}
            chosen={one.id === editing.layer}
            onChoose={() => editing.setLayer(one.id)}
            onFlip={(key) =>
              put((now) => now.map((each) => (each.id === one.id ? flipped(each, key) : each)))
            }
            onDrop={scene.layers.length > 1 ? () => drop(one.id) : null}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface LayerRowProps {
  readonly layer: Layer;
  /** Elements on it. */
  readonly count: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  readonly onFlip: (key: 'hidden' | 'locked') => void;
  /** Null = it is the only one. */
  readonly onDrop: (() => void) | null;
}

function LayerRow({ layer, count, chosen, onChoose, onFlip, onDrop }: LayerRowProps) {
  const t = useDiagramTexts();
  const { name, hidden, locked } = layer;
  return (
    <li data-on={chosen || undefined}>
      <Tool
        label={t(hidden ? 'show' : 'hide', { name })}
        icon={hidden ? EyeInvisibleOutlined : EyeOutlined}
        on={!hidden}
        onClick={() => onFlip('hidden')}
      />
      <Tool
        label={t(locked ? 'unlock' : 'lock', { name })}
        icon={locked ? LockOutlined : UnlockOutlined}
        on={locked === true}
        onClick={() => onFlip('locked')}
      />
      <Button kind="bare" aria-pressed={chosen} onClick={onChoose}>
        {name}
      </Button>
      <small>{count}</small>
      {count === 0 && onDrop && (
        <Tool label={t('removeLayer', { name })} icon={DeleteOutlined} onClick={onDrop} />
      )}
    </li>
  );
}
