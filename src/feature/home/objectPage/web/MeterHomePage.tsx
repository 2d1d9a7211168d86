import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { METER_PAGE, type PageTabKey } from '#contract/objectPage.ts';
import { ammeter } from '#resource/archive/ammeter.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { MeterHead } from '../contract.ts';
import { idIn } from './address.ts';
import { meterHeadQuery } from './calls.ts';
import { FigureTab } from './FigureTab.tsx';
import { Gone } from './Gone.tsx';
import { MeterHeadPanel } from './MeterHeadPanel.tsx';
import { NoData } from './NoData.tsx';
import { PageFrame } from './PageFrame.tsx';
import { ArchiveTab, PeopleTab } from './screens.tsx';

/** All of one meter. */
export default function MeterHomePage() {
  const ammeterId = idIn(useParams({ strict: false }), 'ammeterId');
  const { data, error, refetch } = useQuery({
    ...meterHeadQuery(ammeterId ?? 0),
    enabled: ammeterId !== null,
  });
  if (ammeterId === null || (error && !data))
    return <Gone what="gone" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState height={320} />;
  const { dataType, virtual } = data;
  return (
    <PageFrame
      key={ammeterId}
      facts={{ kind: 'meter', dataTypes: dataType === null ? [] : [dataType], virtual }}
      name={data.name}
      consumerId={data.consumerId}
      meterId={ammeterId}
      orgId={null}
      to={`${METER_PAGE}/${ammeterId}`}
      head={<MeterHeadPanel head={data} />}
      tab={(tab) => tabOf(tab, data)}
    />
  );
}

/** Tabs that tell figures: of a meter that was never heard there is none. */
const FIGURES: readonly PageTabKey[] = ['use', 'cost', 'demand', 'quality', 'repair'];

function tabOf(tab: PageTabKey, head: MeterHead): ReactNode {
  const { ammeterId, virtual, lastAt, siteId, timeZone } = head;
  if (tab === 'archive') return <ArchiveTab head={head} />;
  if (tab === 'people')
    return (
      <PeopleTab
        resource={ammeter}
        id={ammeterId}
        siteId={siteId}
        meter={virtual ? undefined : { zone: timeZone }}
      />
    );
  if (!virtual && lastAt === null && FIGURES.includes(tab)) return <NoData meterId={ammeterId} />;
  return <FigureTab tab={tab} ofMeter />;
}
