import ArrowDownOutlined from '@ant-design/icons-svg/es/asn/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons-svg/es/asn/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import UnlockOutlined from '@ant-design/icons-svg/es/asn/UnlockOutlined';
import { type Layer, MOST_LAYERS, type Scene } from '#contract/scene/scene.ts';
import { movedLayer } from '#domain/scene/edit/layerOrder.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Tool } from '../Tool.tsx';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { STEPS } from './commands.ts';
import { Field } from './Field.tsx';
import { useBenchTexts } from './useBenchTexts.ts';
import type { Editing } from './useEditing.ts';
import editorStyles from './Editor.module.css';

/** As a scene takes it, with something to see. */
const NAME = /^(?=.*\S)[^\p{Cc}\p{Cs}]{1,60}$/u;

/** A layer with a switch of it the other way. */
function flipped(layer: Layer, key: 'hidden' | 'locked'): Layer {
  const { [key]: on, ...rest } = layer;
  return on ? rest : { ...rest, [key]: true };
}

/** The layers, the uppermost first: shown or hidden, open or locked; new elements come onto the one that is chosen. */
export function Layers({ editing }: { readonly editing: Editing }) {
  const t = useDiagramTexts();
  const bench = useBenchTexts();
  const { scene } = editing.history;
  const put = (change: (layers: readonly Layer[]) => Layer[]): void =>
    editing.act(STEPS.layer, (now): Scene => ({ ...now, layers: change(now.layers) }), editing.selected);
  const add = (): void => {
    let n = 1;
    while (scene.layers.some(({ id }) => id === `l${n}`)) n++;
    put((now) => [...now, { id: `l${n}`, name: t('newLayer', { n }) }]);
    editing.setLayer(`l${n}`);
  };
  const drop = (id: string): void => put((now) => now.filter((one) => one.id !== id));
  const shift = (id: string, by: 1 | -1): void => put((now) => movedLayer(now, id, by));
  const rename = (id: string, name: string): void =>
    put((now) => now.map((one) => (one.id === id ? { ...one, name: name.trim() } : one)));
  const chosen = scene.layers.find(({ id }) => id === editing.layer);
  const full = scene.layers.length >= MOST_LAYERS;
  return (
    <Panel
      title={t('layers')}
      flush
      extra={<Tool label={t('addLayer')} icon={PlusOutlined} onClick={full ? null : add} />}
    >
      <ul className={editorStyles.layers}>
        {scene.layers.toReversed().map((one, i, all) => (
          <LayerRow
            key={one.id}
            layer={one}
            count={scene.elements.filter(({ layer }) => layer === one.id).length}
            chosen={one.id === editing.layer}
            onChoose={() => editing.setLayer(one.id)}
            onFlip={(key) =>
              put((now) => now.map((each) => (each.id === one.id ? flipped(each, key) : each)))
            }
            onUp={i > 0 ? () => shift(one.id, 1) : null}
            onDown={i + 1 < all.length ? () => shift(one.id, -1) : null}
            onDrop={scene.layers.length > 1 ? () => drop(one.id) : null}
          />
        ))}
      </ul>
      {chosen && (
        <div className={editorStyles.floorFields}>
          <Field
            key={chosen.id}
            label={bench('layerName')}
            value={chosen.name}
            pattern={NAME}
            onChange={(name) => rename(chosen.id, name)}
          />
        </div>
      )}
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
  /** Null = there is none above, or below. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  /** Null = it is the only one. */
  readonly onDrop: (() => void) | null;
}

function LayerRow({ layer, count, chosen, onChoose, onFlip, onUp, onDown, onDrop }: LayerRowProps) {
  const t = useDiagramTexts();
  const bench = useBenchTexts();
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
      {chosen && <Tool label={bench('layerUp', { name })} icon={ArrowUpOutlined} onClick={onUp} />}
      {chosen && <Tool label={bench('layerDown', { name })} icon={ArrowDownOutlined} onClick={onDown} />}
      {count === 0 && onDrop && (
        <Tool label={t('removeLayer', { name })} icon={DeleteOutlined} onClick={onDrop} />
      )}
    </li>
  );
}
