import { Suspense, useState } from 'react';
import { funCodeOf } from '#contract/permission.ts';
import { Thumbnail } from '#feature/watch/diagram/web/public.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { useMay } from '#web/session/session.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SiteDiagram, SiteNow } from '../contract.ts';
import { useLiveTexts } from './useLiveTexts.ts';

const canBeShown = ({ flat, published }: SiteDiagram): boolean => flat && published;

/** A picture of the site as it stands now; nothing where none is published or the account sees no diagrams. */
export function SitePicture({ site }: { readonly site: SiteNow }) {
  const t = useLiveTexts();
  const mayRead = useMay(funCodeOf(monitorDiagram, 'view'));
  const mayOpen = useMay('SDNMonitoring.OneLine');
  const shown = site.diagrams.filter(canBeShown);
  const [chosen, setChosen] = useState<number | null>(null);
  const one = shown.find(({ monitorDiagramId }) => monitorDiagramId === chosen) ?? shown[0];
  if (!mayRead || !mayOpen || !one) return null;
  const others =
    shown.length < 2 ? undefined : (
      <select
        aria-label={t('diagram')}
        value={one.monitorDiagramId}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {shown.map(({ monitorDiagramId, diagramName }) => (
          <option key={monitorDiagramId} value={monitorDiagramId}>
            {diagramName}
          </option>
        ))}
      </select>
    );
  return (
    <Panel title={one.diagramName} flush {...(others ? { extra: others } : {})}>
      <Suspense fallback={<LoadingState height={320} />}>
        <Thumbnail key={one.monitorDiagramId} id={one.monitorDiagramId} />
      </Suspense>
    </Panel>
  );
}
