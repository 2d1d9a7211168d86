import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { ObjectDetails } from '../contract.ts';
import { detailsQuery } from './calls.ts';
import styles from './Live.module.css';
import { AlarmsTab, CurvesTab, FactsTab, FilesTab, TracesTab, ValuesTab } from './ObjectTabs.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

export interface ObjectDrawerProps {
  readonly of: { readonly orgId: number } | { readonly deviceId: number };
  readonly onClose: () => void;
}

const TABS = ['values', 'curves', 'alarms', 'facts', 'files', 'traces'] as const;
type Tab = (typeof TABS)[number];

/** The popup of an object or a device: its values, curves, alarms, facts, files and life. */
export function ObjectDrawer({ of, onClose }: ObjectDrawerProps) {
  const t = useLiveTexts();
  const { data, error } = useQuery(detailsQuery(of));
  return (
    <Dialog title={data?.name ?? t('object')} side="right" width={680} onClose={onClose}>
      {error && !data ? (
        <EmptyState why={t('gone')} height={240} />
      ) : data ? (
        <Body data={data} />
      ) : (
        <LoadingState height={320} />
      )}
    </Dialog>
  );
}

function Body({ data }: { readonly data: ObjectDetails }) {
  const t = useLiveTexts();
  const [tab, setTab] = useState<Tab>('values');
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <span className={styles.quiet}>
          {[...data.path.map((one) => one.name), data.typeName].filter(Boolean).join(' / ')}
        </span>
        {data.orgId !== null && (
          <PageLink kind="object" id={data.orgId}>
            {t('fullPage')}
          </PageLink>
        )}
      </div>
      <Segmented
        label={t('parts')}
        value={tab}
        options={TABS.map((value) => ({ value, text: t(value) }))}
        onChange={setTab}
      />
      {tab === 'values' && <ValuesTab data={data} />}
      {tab === 'curves' && <CurvesTab data={data} />}
      {tab === 'alarms' && <AlarmsTab data={data} />}
      {tab === 'facts' && <FactsTab data={data} />}
      {tab === 'files' && <FilesTab data={data} />}
      {tab === 'traces' && <TracesTab data={data} />}
    </div>
  );
}
