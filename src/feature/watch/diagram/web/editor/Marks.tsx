import { type Box, boundsOf, elementsOf, portAt } from '#domain/scene/geometry.ts';
import { symbolOf } from '#domain/scene/symbol/symbols.ts';
import type { Guide } from './snapping.ts';
import type { Editing } from './useEditing.ts';

export interface MarksProps {
  readonly editing: Editing;
  readonly zoom: number;
  readonly marquee: Box | null;
  readonly guides: readonly Guide[];
}

/** More boxes than these are drawn as one around all. */
const MOST_BOXES = 200;

/** What is chosen, its handle, the ports that a wire may meet, the lines in which it stands. */
export function Marks({ editing, zoom, marquee, guides }: MarksProps) {
  const { scene, selected, tool } = editing;
  const elements = elementsOf(scene);
  const thin = 1.2 / zoom;
  const chosen = [...selected].slice(0, MOST_BOXES).flatMap((id) => {
    const one = elements.get(id);
    return one ? [{ one, box: boundsOf(one, elements) }] : [];
  });
  const [single] = chosen.length === 1 ? chosen : [];
  const sized = single && single.one.type !== 'wire' ? single : null;
  const r = 4 / zoom;
  return (
    <>
      {chosen.map(({ one, box }) => (
        <rect key={one.id} x={box.x - 3} y={box.y - 3} width={box.w + 6} height={box.h + 6} fill="none" stroke="var(--primary)" strokeWidth={thin} strokeDasharray={one.type === 'wire' ? `${4 / zoom}` : undefined} pointerEvents="none" />
      ))}
      {sized && (
        <rect
          x={sized.box.x + sized.box.w + 3 - r}
          y={sized.box.y + sized.box.h + 3 - r}
          width={2 * r}
          height={2 * r}
          fill="var(--container)"
          stroke="var(--primary)"
          strokeWidth={thin}
          style={{ cursor: 'nwse-resize' }}
          data-handle={JSON.stringify({ ...sized.box, id: sized.one.id })}
        />
      )}
      {(tool === 'wire' ? scene.elements : chosen.map(({ one }) => one)).flatMap((one) =>
        one.type === 'symbol'
          ? (symbolOf(one.symbol)?.ports ?? []).flatMap(({ id }) => {
              const port = portAt(one, id);
              return port ? [<circle key={`${one.id} ${id}`} cx={port.x} cy={port.y} r={r * 0.8} fill="var(--container)" stroke="var(--primary)" strokeWidth={thin} pointerEvents="none" />] : [];
            })
          : [],
      )}
      {guides.map(({ axis, at, from, to }) => (
        <path key={axis} d={axis === 'x' ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`} stroke="var(--primary)" strokeWidth={thin} strokeDasharray={`${5 / zoom} ${3 / zoom}`} pointerEvents="none" />
      ))}
      {marquee && <rect x={marquee.x} y={marquee.y} width={marquee.w} height={marquee.h} fill="var(--primary)" fillOpacity="0.08" stroke="var(--primary)" strokeWidth={thin} pointerEvents="none" />}
    </>
  );
} // prettier-ignore
