import { useQuery } from '@tanstack/react-query';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { chargeLimit } from '#resource/archive/chargeLimit.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Status } from '#web/theme/palette.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { type ChargeShare, type PileShare, SHARE_DOUBTS } from '../contract.ts';
import { sharesQuery } from './calls.ts';
import styles from './Charge.module.css';
import { useChargeTexts } from './useChargeTexts.ts';

/** Limits that the chargers of sites share, and how; nothing where none is shared. */
export function SharePanels({ consumerId }: { readonly consumerId: number }) {
  const { data, error, refetch } = useQuery(sharesQuery(consumerId));
  if (error && !data) return <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />;
  return data?.map((share) => <SharePanel key={share.limitId} share={share} />);
}

const power = (kW: number): string => `${formatNumber(kW, 1)} kW`;

function SharePanel({ share }: { readonly share: ChargeShare }) {
  const t = useChargeTexts();
  const { siteName, entered, limit, basis, guardName, since, timeZone, reserved, piles } = share;
  const beyond = limit !== null && reserved > limit && piles.some(({ doubt }) => doubt !== null);
  const why = limit === null ? t('shareUnseen') : t(`basis_${basis}`, { guard: guardName ?? MISSING });
  return (
    <Panel
      flush
      title={t('shareTitle', { site: siteName })}
      extra={<GoLink goal={{ to: chargeLimit.screen }}>{t('toLimits')}</GoLink>}
    >
      <KeyFigures
        compact
        figures={[
          {
            key: 'limit',
            label: t('shareLimit'),
            value: limit === null ? MISSING : formatNumber(limit, 1),
            unit: 'kW',
            comparison: { label: t('shareEntered', { kW: formatNumber(entered, 1) }), value: '' },
          },
          { key: 'reserved', label: t('shareReserved'), value: formatNumber(reserved, 1), unit: 'kW' },
          {
            key: 'charging',
            label: t('shareTakes'),
            value: String(piles.filter(({ charges }) => charges).length),
            comparison: { label: t('ofAll', { n: piles.length }), value: '' },
          },
        ]}
      />
      <small className={styles.note}>
        {why}
        {since !== null && ` · ${t('since', { time: timeAt(timeZone, since) })}`}
      </small>
      {beyond && <p className={styles.fault}>{t('shareBeyond')}</p>}
      <Parts piles={piles} />
    </Panel>
  );
}

function Parts({ piles }: { readonly piles: readonly PileShare[] }) {
  const t = useChargeTexts();
  const say = useText();
  const stateOf = ({ pending, doubt, charges, told }: PileShare): readonly [Status, string] => {
    if (doubt !== null) return ['warning', say(SHARE_DOUBTS[doubt])];
    if (pending) return ['noData', t('sharePending')];
    if (!charges) return ['offline', t('shareIdle')];
    return told === 0 ? ['warning', t('sharePause')] : ['normal', t('charging')];
  };
  return (
    <ListTable<PileShare>
      rows={piles}
      total={null}
      page={null}
      onPage={() => {}}
      label={t('sharePart')}
      columns={[
        { key: 'pile', title: t('pile'), rowHead: true, render: (row) => row.pileName },
        { key: 'priority', title: t('sharePriority'), end: true, render: (row) => String(row.priority) },
        {
          key: 'told',
          title: t('sharePart'),
          end: true,
          render: (row) => (row.told === null ? MISSING : power(row.told)),
        },
        { key: 'reserved', title: t('shareMay'), end: true, render: (row) => power(row.reserved) },
        {
          key: 'state',
          title: t('shareState'),
          render: (row) => {
            const [status, text] = stateOf(row);
            return <StatusDot status={status} text={text} />;
          },
        },
      ]}
      keyOf={(row) => row.pileId}
      empty={<EmptyState why={t('noPile')} height={120} />}
    />
  );
}
