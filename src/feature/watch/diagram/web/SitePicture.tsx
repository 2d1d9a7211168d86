import { useState } from 'react';
import { DIAGRAM } from '#contract/diagram.ts';
import type { SitePictureProps } from '#feature/watch/liveScreen/web/public.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useMay } from '#web/session/session.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import { useDiagramTexts } from './useDiagramTexts.ts';

/** A picture of the site as it stands now; nothing where the account sees no diagrams. */
export default function SitePicture({ diagrams }: SitePictureProps) {
  const t = useDiagramTexts();
  const may = usePermissions(DIAGRAM);
  const mayOpen = useMay('SDNMonitoring.OneLine');
  const [chosen, setChosen] = useState<number | null>(null);
  const one = diagrams.find(({ monitorDiagramId }) => monitorDiagramId === chosen) ?? diagrams[0];
  if (!may('view') || !mayOpen || !one) return null;
  const others =
    diagrams.length < 2 ? undefined : (
      <select
        aria-label={t('picture')}
        value={one.monitorDiagramId}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {diagrams.map(({ monitorDiagramId, diagramName }) => (
          <option key={monitorDiagramId} value={monitorDiagramId}>
            {diagramName}
          </option>
        ))}
      </select>
    );
  return (
    <Panel title={one.diagramName} flush {...(others ? { extra: others } : {})}>
      <Thumbnail key={one.monitorDiagramId} id={one.monitorDiagramId} />
    </Panel>
  );
}
