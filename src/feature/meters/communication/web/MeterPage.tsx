import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { energyTypeOf } from '#contract/energyType.ts';
import { useAddress } from '#web/address.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { ageText } from '#web/ui/age.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { unitText } from '#web/ui/unit.ts';
import type { MeterRow } from '../contract.ts';
import { readMeters } from './address.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { metersQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { ContactFilter } from './ContactFilter.tsx';
import { ContactMark } from './ContactMark.tsx';
import { leadingValue, PLAIN, shownValues } from './lastValues.ts';
import { OnboardingLink } from './OnboardingLink.tsx';
import { RepairLink } from './RepairLink.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

/** Meters: when each last spoke, through which gateway, and what it said. */
export default function MeterPage() {
  const t = useCommunicationTexts();
  const { consumer } = useConsumer();
  const mayRepair = useMay('SDNMonitoring.MeterRepair');
  const [address, change] = useAddress(readMeters);
  const held = useHeldAddress() !== null;
  const { q, page, size, contact, gateway, ammeterId } = address;
  const answer = useQuery({
    ...metersQuery({
      consumerId: consumer?.orgId ?? 0,
      contact,
      gatewayId: gateway,
      ammeterId,
      search: q,
      current: page,
      pageSize: size,
    }),
    enabled: consumer !== null,
  });
  if (!consumer) return <NoConsumer />;
  const now = answer.dataUpdatedAt;
  const narrowed = q !== '' || contact !== null || gateway !== null;
  return (
    <div className={kit.stack}>
      {!held && (
        <FilterBar actions={<OnboardingLink />}>
          <SearchInput
            label={t('searchMeter')}
            value={q}
            onChange={(text) => change({ q: text || undefined, page: undefined })}
          />
          <ContactFilter
            summary={answer.data?.summary}
            value={contact}
            onChange={(next) => change({ contact: next ?? undefined, page: undefined })}
          />
          {gateway !== null && (
            <Button kind="link" onClick={() => change({ gateway: undefined, page: undefined })}>
              {t('ofAllGateways')}
            </Button>
          )}
        </FilterBar>
      )}
      <Panel flush>
        <ListTable<MeterRow>
          label={t('meters')}
          columns={[
            {
              key: 'meter',
              title: t('meter'),
              render: (row) => (
                <PageLink kind="meter" id={row.id} part={{ tab: 'communication' }}>
                  {row.ammeterName}
                </PageLink>
              ),
            },
            { key: 'code', title: t('meterCode'), render: (row) => row.ammeterCode },
            { key: 'contact', title: t('contact'), render: (row) => <ContactMark contact={row.contact} /> },
            {
              key: 'last',
              title: t('lastReading'),
              render: (row) => (row.lastAt === null ? MISSING : momentAt(row.timeZone, row.lastAt)),
            },
            {
              key: 'age',
              title: t('age'),
              end: true,
              render: (row) => <Ago at={row.lastAt} zone={row.timeZone} now={now} />,
            },
            {
              key: 'interval',
              title: t('interval'),
              end: true,
              render: (row) => ageText(row.intervalSeconds),
            },
            {
              key: 'register',
              title: t('register'),
              end: true,
              render: (row) => <Value row={row} column="register" />,
            },
            {
              key: 'power',
              title: t('powerOrFlow'),
              end: true,
              render: (row) => <Value row={row} column="gauge" />,
            },
            {
              key: 'gateway',
              title: t('gateway'),
              render: (row) =>
                row.gatewayId === null ? (
                  MISSING
                ) : (
                  <Link
                    to="/SDNCommunication/SDNGatewayCommunication"
                    search={{ gateway: row.gatewayId } as never}
                  >
                    {row.gatewayName}
                  </Link>
                ),
            },
            { key: 'site', title: t('site'), render: (row) => row.siteName },
          ]}
          {...answerOf(answer)}
          keyOf={(row) => row.id}
          page={held ? null : { current: page, size }}
          onPage={(current, next) => change({ page: current, size: next })}
          empty={
            held ? (
              <EmptyState why={t('notListed')} next={t('notListedNext')} height={120} />
            ) : narrowed ? (
              <EmptyState why={t('noMatch')} height={200} />
            ) : (
              <EmptyState why={t('noMeter')} next={t('noMeterNext')} height={240}>
                <OnboardingLink />
              </EmptyState>
            )
          }
          {...(mayRepair
            ? {
                actionsOf: (row: MeterRow) =>
                  row.lastAt !== null && (
                    <RepairLink ammeterId={row.id} zone={row.timeZone} from={row.lastAt} to={null}>
                      {t('repair')}
                    </RepairLink>
                  ),
              }
            : {})}
        />
      </Panel>
    </div>
  );
}

/** A value of the newest reading, named where it is not the usual one of its column; all of them on hover. */
function Value({ row, column }: { readonly row: MeterRow; readonly column: 'register' | 'gauge' }) {
  const say = useText();
  const values = shownValues(row.values, energyTypeOf(row.dataType).unit);
  const value = leadingValue(values, column);
  if (!value) return MISSING;
  const all = values.map((one) => `${say(one.label)} ${one.number} ${unitText(one.unit)}`.trimEnd());
  return (
    <span className={styles.value} title={all.join('\n')}>
      {!PLAIN[column].includes(value.code) && <small>{say(value.label)} </small>}
      {value.number} <small>{unitText(value.unit)}</small>
    </span>
  );
}
