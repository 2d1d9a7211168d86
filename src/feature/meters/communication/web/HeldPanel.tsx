import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { dataCode } from '#contract/dataCode.ts';
import { gateway as gatewayResource } from '#resource/archive/gateway.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { QUARANTINED, REJECTIONS, WAITING, WAITING_DAYS } from '#feature/meters/ingest/contract.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { notify } from '#web/ui/notice.ts';
import type { HeldReadingRow } from '../contract.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { decideHeld, heldQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { secondText } from './secondText.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

const REASONS = [...WAITING, ...QUARANTINED] as const;
const MOST_SHOWN = 6;

export interface HeldPanelProps {
  readonly consumerId: number;
  /** Those of one gateway: its name is not repeated. */
  readonly gatewayId: number | null;
  readonly ofGateway?: boolean;
}

/** What came and does not count yet, with why; a person counts it or gives it up. */
export function HeldPanel({ consumerId, gatewayId, ofGateway }: HeldPanelProps) {
  const t = useCommunicationTexts();
  const say = useText();
  const may = usePermissions(gatewayResource)('edit');
  const [search, setSearch] = useState('');
  const [reason, setReason] = useState<HeldReadingRow['reason'] | null>(null);
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const [busy, setBusy] = useState(false);
  const filter = { consumerId, gatewayId, reason, search: search || null };
  const answer = useQuery(heldQuery({ ...filter, current: page.current, pageSize: page.size }));
  const total = answer.data?.pagination.total ?? 0;
  const summary = answer.data?.summary ?? {};
  const countable = answer.data?.countable ?? 0;
  const first = (): void => setPage({ ...page, current: 1 });

  const decide = async (what: 'count' | 'discard', row: HeldReadingRow | null): Promise<void> => {
    const n = row ? 1 : what === 'count' ? countable : total;
    const sure = await confirm({
      title: t(what === 'count' ? 'countHeld' : 'discardHeld'),
      text: t(what === 'count' ? 'countHeldText' : 'discardHeldText', { n: formatNumber(n, 0) }),
      danger: what === 'discard',
    });
    if (!sure) return;
    setBusy(true);
    try {
      let [values, kept, left] = [0, 0, 1];
      while (left > 0) {
        const done = await decideHeld(what, row ? { ids: row.id } : filter);
        values += done.values;
        ({ kept, left } = done);
      }
      const texts = { n: formatNumber(values, 0), kept: formatNumber(kept, 0) };
      if (kept > 0) notify('warning', t('heldCountedSome', texts));
      else notify('success', t(what === 'count' ? 'heldCounted' : 'heldDiscarded', texts));
      await rowsChanged();
      await answer.refetch();
    } catch {
      // The call has told what was refused.
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <div className={styles.bar}>
        <Select
          aria-label={t('reason')}
          style={{ width: 260 }}
          value={reason ?? ''}
          options={[
            { value: '', label: t('allReasons') },
            ...REASONS.map((one) => ({
              value: one,
              label: `${say(REJECTIONS[one])}${summary[one] === undefined ? '' : ` · ${formatNumber(summary[one], 0)}`}`,
            })),
          ]}
          onChange={(one: string) => {
            setReason(REASONS.find((each) => each === one) ?? null);
            first();
          }}
        />
        <SearchInput
          label={t('searchHeld')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            first();
          }}
        />
        {may && total > 0 && (
          <span className={kit.wrap}>
            {countable > 0 && (
              <Button disabled={busy} onClick={() => void decide('count', null)}>
                {t('countAll')}
              </Button>
            )}
            <Button kind="danger" disabled={busy} onClick={() => void decide('discard', null)}>
              {t('discardAll')}
            </Button>
          </span>
        )}
      </div>
      <ListTable<HeldReadingRow>
        label={t('held')}
        columns={[
          {
            key: 'device',
            title: t('device'),
            render: (row) =>
              row.ammeterId === null ? (
                row.deviceName
              ) : (
                <>
                  {row.deviceName} ·{' '}
                  <PageLink kind="meter" id={row.ammeterId} quiet>
                    {row.ammeterName}
                  </PageLink>
                </>
              ),
          },
          ...(ofGateway
            ? []
            : [{ key: 'gateway', title: t('gateway'), render: (row: HeldReadingRow) => row.gatewayName }]),
          { key: 'ts', title: t('stampedAt'), render: (row) => secondText(row.timeZone, row.ts) },
          {
            key: 'values',
            title: t('values'),
            render: (row) => <span className={styles.mono}>{valuesText(row)}</span>,
          },
          {
            key: 'reason',
            title: t('reason'),
            render: (row) =>
              row.reason === 'beforeCommissioned' && row.commissioned !== null
                ? `${say(REJECTIONS[row.reason])} (${row.commissioned})`
                : say(REJECTIONS[row.reason]),
          },
          {
            key: 'received',
            title: t('receivedAt'),
            render: (row) => <Ago at={row.receivedAt} zone={row.timeZone} now={answer.dataUpdatedAt} />,
          },
        ]}
        {...answerOf(answer)}
        keyOf={(row) => row.id}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noHeld')} next={t('noHeldNext')} height={200} />}
        {...(may
          ? {
              actionsOf: (row: HeldReadingRow) => (
                <span className={styles.rowActions}>
                  {row.countable && (
                    <Button kind="link" disabled={busy} onClick={() => void decide('count', row)}>
                      {t('countHeld')}
                    </Button>
                  )}
                  <Button kind="link" disabled={busy} onClick={() => void decide('discard', row)}>
                    {t('discardHeld')}
                  </Button>
                </span>
              ),
            }
          : {})}
        foot={<span className={styles.quiet}>{t('heldRule', { days: WAITING_DAYS })}</span>}
      />
    </>
  );
}

/** `PP = 12.5, PZ = 3`: what came, by key. */
function valuesText({ values }: HeldReadingRow): string {
  const parts = Object.entries(values).map(
    ([key, value]) =>
      `${dataCode(key)?.code ?? key} = ${typeof value === 'object' ? MISSING : String(value)}`,
  );
  return parts.slice(0, MOST_SHOWN).join(', ') + (parts.length > MOST_SHOWN ? ' …' : '');
}
