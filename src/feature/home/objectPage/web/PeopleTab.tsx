import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Resource } from '#contract/define.ts';
import { monitorSiteContact } from '#resource/archive/monitorSiteContact.ts';
import { funCodeOf } from '#contract/permission.ts';
import { HistoryPanel } from '#feature/meters/correction/web/public.ts';
import { History as LifeHistory, lifeQuery } from '#feature/meters/ledger/web/public.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { History } from '#web/resource/History.tsx';
import { allQuery } from '#web/resource/rows.ts';
import { ValueCell } from '#web/resource/ValueCell.tsx';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Waiting } from '#web/ui/Slot.tsx';
import { Way } from './Way.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Head.module.css';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

export interface PeopleTabProps {
  readonly resource: Resource;
  readonly id: number;
  /** The site whose contacts are called; null where it lies above sites. */
  readonly siteId: number | null;
  /** A meter with a device: its life and its corrections were changed by people too. */
  readonly meter?: { readonly zone: string } | undefined;
}

/** Whom to call, and who changed what. */
export default function PeopleTab({ resource, id, siteId, meter }: PeopleTabProps) {
  const t = useObjectPageTexts();
  const maySee = useMay(funCodeOf(resource, 'view'));
  const mayLife = useMay('archive.ledger.view');
  const mayRepair = useMay('SDNMonitoring.MeterRepair');
  return (
    <div className={kit.stack}>
      {siteId !== null && <Contacts siteId={siteId} />}
      <div className={styles.columns}>
        {maySee && (
          <Panel title={t('changes')}>
            <History resource={resource} id={id} />
          </Panel>
        )}
        {meter && mayLife && <LifeChanges ammeterId={id} />}
        {meter && mayRepair && (
          <Suspense fallback={<Waiting title={t('corrections')} />}>
            <HistoryPanel ammeterId={id} zone={meter.zone} title={t('corrections')} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function LifeChanges({ ammeterId }: { readonly ammeterId: number }) {
  const life = useQuery(lifeQuery(ammeterId));
  return life.data ? <LifeHistory life={life.data} /> : null;
}

const COLUMNS = ['contactName', 'job', 'phone', 'email', 'onDuty'] as const;

/** The contacts of a site in the order in which they are called. */
function Contacts({ siteId }: { readonly siteId: number }) {
  const t = useObjectPageTexts();
  const say = useText();
  const may = useMay(funCodeOf(monitorSiteContact, 'view'));
  const answer = useQuery({
    ...allQuery(monitorSiteContact, [{ field: 'siteId', op: 'eq', value: siteId }]),
    enabled: may,
  });
  if (!may) return null;
  return (
    <Panel title={t('contacts')} flush>
      <ListTable<ResourceRow>
        label={t('contacts')}
        columns={COLUMNS.map((name) => {
          const field = monitorSiteContact.fields[name];
          return {
            key: name,
            title: say(field.label),
            render: (row) => <ValueCell name={name} field={field} row={row} slots={{}} />,
          };
        })}
        rows={answer.data?.toSorted((a, b) => Number(a['ix']) - Number(b['ix']))}
        keyOf={(row) => row.id}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        total={null}
        page={null}
        onPage={() => undefined}
        empty={
          <EmptyState why={t('contactsNone')} next={t('contactsNoneNext')} height={100}>
            <Way code="archive.monitorSiteContact.view" goal={{ to: monitorSiteContact.screen }}>
              {t('toContacts')}
            </Way>
          </EmptyState>
        }
      />
    </Panel>
  );
}
