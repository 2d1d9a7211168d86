import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { formatChange, formatScaled } from '#domain/figure/number.ts';
import type { NetAnswer, NetMeter } from '../contract.ts';
import { VERDICTS } from '../domain/verdict.ts';
import { scaleOf, useNetTexts } from './net.ts';
import styles from './NetPage.module.css';

interface NetListProps {
  readonly net: NetAnswer;
  readonly onSelect: (ammeterId: number) => void;
}

/** The network as a list, each meter indented below the one above it. */
export function NetList({ net, onSelect }: NetListProps) {
  const t = useNetTexts();
  const say = useText();
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const scale = scaleOf(net);
  const { unit } = scale;
  const suspects = new Map(
    net.suspects.filter((one) => one.certain).map((one) => [one.ammeterId, one.error]),
  );
  const amount = (value: number | null | undefined): string => formatScaled(value, scale);
  const columns: readonly TableColumn<NetMeter>[] = [
    {
      key: 'meter',
      title: t('meter'),
      render: (meter) => (
        <>
          <span className={styles['indent']} style={{ width: meter.depth * 16 }} />
          <button type="button" className={styles['press']} onClick={() => onSelect(meter.ammeterId)}>
            {meter.ammeterName} {meter.ammeterCode}
          </button>
        </>
      ),
    },
    { key: 'counted', title: t('counted'), unit, end: true, render: (meter) => amount(meter.energy) },
    { key: 'below', title: t('below'), unit, end: true, render: (meter) => amount(meter.balance?.below) },
    { key: 'rest', title: t('rest'), unit, end: true, render: (meter) => amount(meter.balance?.rest) },
    {
      key: 'share',
      title: t('rest'),
      unit: '%',
      end: true,
      render: (meter) => formatChange(meter.balance?.share, 2),
    },
    {
      key: 'uncertainty',
      title: t('uncertainty'),
      unit,
      end: true,
      render: (meter) => amount(meter.balance?.uncertainty),
    },
    {
      key: 'verdict',
      title: t('verdict'),
      render: (meter) => {
        const error = suspects.get(meter.ammeterId);
        if (error !== undefined)
          return <span className={styles['bad']}>{`${t('error')} ${formatChange(error)}`}</span>;
        if (!meter.balance) return null;
        const { verdict } = meter.balance;
        return (
          <span className={verdict === 'negative' ? styles['bad'] : undefined}>{say(VERDICTS[verdict])}</span>
        );
      },
    },
    { key: 'limit', title: t('limit'), unit: '%', end: true, render: (meter) => `±${meter.accuracy.limit}` },
    {
      key: 'coverage',
      title: t('coverage'),
      unit: '%',
      end: true,
      render: (meter) => meter.coverage ?? '--',
    },
  ];
  const from = (page.current - 1) * page.size;
  return (
    <ListTable
      label={t('list')}
      columns={columns}
      rows={net.meters.slice(from, from + page.size)}
      keyOf={(meter) => meter.ammeterId}
      total={net.meters.length}
      page={page}
      onPage={(current, size) => setPage({ current, size })}
      empty={<EmptyState why={t('empty')} next={t('emptyNext')} height={200} />}
    />
  );
}
