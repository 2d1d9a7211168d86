import { createPortal } from 'react-dom';
import type { Scene } from '#contract/scene/scene.ts';
import type { SceneView } from './scene/SceneView.ts';
import type { Tried } from './scene/SeenKeeper.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';

/** Rings around switches that are tried out, with what they are tried as. */
export function TriedMarks({
  view,
  scene,
  tried,
}: {
  readonly view: SceneView;
  readonly scene: Scene;
  readonly tried: Tried;
}) {
  const t = useDiagramTexts();
  const marks = scene.elements.flatMap((one) => {
    const look = tried.get(one.id);
    return look && one.type === 'symbol' ? [{ one, look }] : [];
  });
  return createPortal(
    marks.map(({ one, look }) => (
      <g key={one.id} transform={`translate(${one.x} ${one.y})`} pointerEvents="none">
        <circle r="24" fill="none" stroke="var(--primary)" strokeWidth="1.5" strokeDasharray="5 3" />
        <rect
          x="-112"
          y="-13"
          width="84"
          height="26"
          rx="3"
          fill="var(--primaryBg)"
          stroke="var(--primary)"
        />
        <text x="-70" y="5" fontSize="12" textAnchor="middle" fill="var(--text)">
          {t(look === 'open' ? 'triedOpen' : 'triedClosed')}
        </text>
      </g>
    )),
    view.overlay,
  );
}
