import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { MISSING } from '#domain/figure/number.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { ContactMark } from '#feature/meters/communication/web/public.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { ObjectHead, ObjectMeter } from '../contract.ts';
import { objectMetersQuery } from './calls.ts';
import { Way } from './Way.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** The meters of a site, unit or monitored object, each leading to its page. */
export default function MetersTab({ head }: { readonly head: ObjectHead }) {
  const t = useObjectPageTexts();
  const say = useText();
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const answer = useQuery(objectMetersQuery(head.orgId, page.current, page.size));
  const now = answer.dataUpdatedAt;
  return (
    <Panel flush>
      <ListTable<ObjectMeter>
        label={t('metersIn')}
        columns={[
          {
            key: 'meter',
            title: t('meter'),
            render: (row) => (
              <PageLink kind="meter" id={row.ammeterId}>
                {row.ammeterName}
              </PageLink>
            ),
          },
          { key: 'code', title: t('code'), render: (row) => row.ammeterCode },
          {
            key: 'energy',
            title: t('energyType'),
            render: (row) => (row.dataType === null ? MISSING : say(energyTypeOf(row.dataType).label)),
          },
          {
            key: 'contact',
            title: t('contact'),
            render: (row) =>
              !row.inUse ? (
                <StatusDot status="noData" text={t('outOfUse')} />
              ) : row.virtual && row.lastAt === null ? (
                t('sum')
              ) : (
                <ContactMark contact={row.contact} />
              ),
          },
          {
            key: 'last',
            title: t('last'),
            end: true,
            render: (row) => <Ago at={row.lastAt} zone={row.timeZone} now={now} />,
          },
        ]}
        {...answerOf(answer)}
        keyOf={(row) => row.ammeterId}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<NoMeters head={head} />}
      />
    </Panel>
  );
}

/** Why nothing stands for an object, and where that is said. */
export function NoMeters({ head }: { readonly head: ObjectHead }) {
  const t = useObjectPageTexts();
  return (
    <EmptyState why={t('noMeters')} next={t('noMetersNext')} height={240}>
      {head.kind === 'object' ? (
        <Way
          code="archive.monitorObject.view"
          goal={{ to: '/SDNEquipment/SDNMonitorObject', search: { object: head.orgId } }}
        >
          {t('toObject')}
        </Way>
      ) : (
        <Way code="archive.orgAmmeter.view" goal={{ to: '/SDNEquipment/SDNParameter' }}>
          {t('toLists')}
        </Way>
      )}
    </EmptyState>
  );
}
