import type { PartProps } from '#web/analysisFrame/analysis.ts';
import { SharePie, type Slice } from '#web/analysisFrame/SharePie.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';

const TITLE = { zh: '综合能耗占比', en: 'Shares of comprehensive energy' };

/** What each row has of all comprehensive energy, as a ring. */
export function CoalShares({ answer }: PartProps) {
  const say = useText();
  const slices = answer.rows
    .flatMap(({ key, cells }): Slice[] => {
      const { coal, name = null } = cells;
      if (typeof coal !== 'number' || coal <= 0) return [];
      return [
        { key, name: typeof name === 'object' && name !== null ? say(name) : String(name), value: coal },
      ];
    })
    .toSorted((a, b) => b.value - a.value);
  if (slices.length < 2) return null;
  return (
    <Panel title={say(TITLE)}>
      <SharePie
        label={say(TITLE)}
        unit="kgce"
        slices={slices}
        rest={(n) => say({ zh: `其他 ${n} 项`, en: `${n} others` })}
      />
    </Panel>
  );
}
