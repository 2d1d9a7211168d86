import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { CamerasBeside } from '#feature/watch/camera/web/public.ts';
import { ControlBeside } from '#feature/watch/control/web/public.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { ObjectDetails } from '../contract.ts';
import { thingQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Live.module.css';
import { AlarmsTab, CurvesTab, FactsTab, FilesTab, TracesTab, ValuesTab } from './ObjectTabs.tsx';
import { tabsOf, type Thing, type ThingTab } from './thing.ts';
import { useLiveTexts } from './useLiveTexts.ts';

export interface ObjectDrawerProps {
  readonly of: Thing;
  readonly onClose: () => void;
}

/** The popup of an object, a device or a meter: values, curves, alarms, outputs, cameras, facts, files and life. */
export function ObjectDrawer({ of, onClose }: ObjectDrawerProps) {
  const t = useLiveTexts();
  const [way, setWay] = useState<readonly Thing[]>([of]);
  const { data, error } = useQuery(thingQuery(way.at(-1) ?? of));
  return (
    <Dialog title={data?.name ?? t('object')} side="right" width={760} onClose={onClose}>
      {error && !data ? (
        <EmptyState why={t('gone')} height={240} />
      ) : data ? (
        <Body
          key={JSON.stringify(way.at(-1))}
          data={data}
          onGo={(next) => setWay([...way, next])}
          onBack={way.length > 1 ? () => setWay(way.slice(0, -1)) : null}
        />
      ) : (
        <LoadingState height={320} />
      )}
    </Dialog>
  );
}

interface BodyProps {
  readonly data: ObjectDetails;
  readonly onGo: (next: Thing) => void;
  /** Null = it was opened with this one. */
  readonly onBack: (() => void) | null;
}

function Body({ data, onGo, onBack }: BodyProps) {
  const t = useLiveTexts();
  const { funCodes } = useSession();
  const tabs = tabsOf(funCodes);
  const [tab, setTab] = useState<ThingTab>('values');
  return (
    <div className={kit.stack}>
      <div className={kit.bar}>
        {onBack && (
          <Button kind="link" onClick={onBack}>
            ← {t('back')}
          </Button>
        )}
        <span className={styles.quiet}>
          {[...data.path.map((one) => one.name), data.typeName].filter(Boolean).join(' / ')}
        </span>
        {data.ammeterId !== null ? (
          <PageLink kind="meter" id={data.ammeterId}>
            {t('meterPage')}
          </PageLink>
        ) : (
          data.orgId !== null && (
            <PageLink kind="object" id={data.orgId}>
              {t('fullPage')}
            </PageLink>
          )
        )}
      </div>
      <Segmented
        label={t('parts')}
        value={tab}
        options={tabs.map((value) => ({ value, text: t(value) }))}
        onChange={setTab}
      />
      <Suspense fallback={<LoadingState height={240} />}>
        <TabBody tab={tab} data={data} onGo={onGo} />
      </Suspense>
    </div>
  );
}

interface TabBodyProps {
  readonly tab: ThingTab;
  readonly data: ObjectDetails;
  readonly onGo: (next: Thing) => void;
}

function TabBody({ tab, data, onGo }: TabBodyProps) {
  switch (tab) {
    case 'values':
      return <ValuesTab data={data} />;
    case 'curves':
      return <CurvesTab data={data} />;
    case 'alarms':
      return <AlarmsTab data={data} />;
    case 'controls':
      return <ControlBeside params={controlsOf(data)} />;
    case 'cameras':
      return <CamerasBeside consumerId={data.consumerId} siteId={data.siteId} objectId={data.orgId} />;
    case 'facts':
      return <FactsTab data={data} onGo={onGo} />;
    case 'files':
      return <FilesTab data={data} />;
    case 'traces':
      return <TracesTab data={data} />;
  }
}

/** Outputs of the object; of a meter those that it proves; of a device alone those of its site. */
const controlsOf = ({ ammeterId, orgId, siteId }: ObjectDetails) =>
  ammeterId !== null ? { ammeterId } : orgId !== null ? { objectId: orgId } : { siteId };
