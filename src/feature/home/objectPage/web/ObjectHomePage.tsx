import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { OBJECT_PAGE, type PageTabKey } from '#contract/objectPage.ts';
import { useAddress } from '#web/address.ts';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ObjectHead } from '../contract.ts';
import { idIn, readPage } from './address.ts';
import { objectHeadQuery } from './calls.ts';
import { FigureTab } from './FigureTab.tsx';
import { Gone } from './Gone.tsx';
import kit from '#web/ui/kit.module.css';
import { NoMeters } from './MetersTab.tsx';
import { ObjectHeadPanel, RESOURCE_OF } from './ObjectHeadPanel.tsx';
import { PageFrame } from './PageFrame.tsx';
import { RowPanel } from './RowPanel.tsx';
import { CamerasTab, ControlTab, MetersTab, PeopleTab } from './screens.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** All of one site, unit or monitored object. */
export default function ObjectHomePage() {
  const orgId = idIn(useParams({ strict: false }), 'orgId');
  const [{ of }] = useAddress(readPage);
  const { data, error, refetch } = useQuery({ ...objectHeadQuery(orgId ?? 0), enabled: orgId !== null });
  if (orgId === null || (error && !data))
    return <Gone what="goneObject" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState height={320} />;
  const { kind, choices, dataTypes, name, consumerId } = data;
  const chosen = choices.find((one) => one.ammeterId === of) ?? choices[0] ?? null;
  return (
    <PageFrame
      key={orgId}
      facts={{ kind, dataTypes: chosen ? [chosen.dataType] : dataTypes, virtual: false }}
      name={name}
      consumerId={consumerId}
      meterId={chosen?.ammeterId ?? null}
      orgId={kind === 'object' ? null : orgId}
      to={`${OBJECT_PAGE}/${orgId}`}
      head={<ObjectHeadPanel head={data} />}
      tab={(tab) => <Tab tab={tab} head={data} meterId={chosen?.ammeterId ?? null} />}
    />
  );
}

interface TabProps {
  readonly tab: PageTabKey;
  readonly head: ObjectHead;
  /** Of a monitored object, whose figures are shown. */
  readonly meterId: number | null;
}

function Tab({ tab, head, meterId }: TabProps): ReactNode {
  const t = useObjectPageTexts();
  const { kind, orgId, siteId, dataTypes } = head;
  const resource = RESOURCE_OF[kind];
  if (tab === 'meters') return <MetersTab head={head} />;
  if (tab === 'cameras') return <CamerasTab head={head} />;
  if (tab === 'archive') return <RowPanel resource={resource} id={orgId} title={t('record')} />;
  if (tab === 'control') return <ControlTab kind={kind} id={orgId} />;
  if (tab === 'people') return <PeopleTab resource={resource} id={orgId} siteId={siteId} />;
  if (dataTypes.length === 0)
    return (
      <Panel>
        <NoMeters head={head} />
      </Panel>
    );
  return (
    <div className={kit.stack}>
      {meterId !== null && <Choice head={head} meterId={meterId} />}
      <FigureTab key={meterId} tab={tab} ofMeter={kind === 'object'} />
    </div>
  );
}

/** Which of the meters of a monitored object; nothing where it has one alone. */
function Choice({ head: { choices }, meterId }: { readonly head: ObjectHead; readonly meterId: number }) {
  const t = useObjectPageTexts();
  const [, change] = useAddress(readPage);
  if (choices.length < 2) return null;
  return (
    <FilterField label={t('ofMeter')}>
      <Select
        aria-label={t('ofMeter')}
        value={meterId}
        style={{ width: 280, maxWidth: '100%' }}
        options={choices.map((one) => ({ value: one.ammeterId, label: one.ammeterName }))}
        onChange={(of) => change({ of, open: undefined } as object, { push: true })}
      />
    </FilterField>
  );
}
