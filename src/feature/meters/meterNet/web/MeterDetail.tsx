import { Select } from 'antd';
import { useState } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatChange, formatNumber } from '#domain/figure/number.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { NetAnswer, NetMeter } from '../contract.ts';
import { VERDICTS } from '../domain/verdict.ts';
import { amountText, scaleOf, useNetTexts } from './net.ts';
import styles from './NetPage.module.css';

interface MeterDetailProps {
  readonly net: NetAnswer;
  readonly meter: NetMeter;
  readonly mayEdit: boolean;
  readonly onMove: (ammeterId: number, parentId: number | null) => void;
  readonly onClose: () => void;
}

/** The value of the choice that takes a meter to the top. */
const TOP = 0;

/** One meter of the network: its balance with every figure, and where it hangs. */
export function MeterDetail({ net, meter, mayEdit, onMove, onClose }: MeterDetailProps) {
  const t = useNetTexts();
  const say = useText();
  const scale = scaleOf(net);
  const [parent, setParent] = useState<number>(meter.parentId ?? TOP);
  const suspect = net.suspects.find((one) => one.ammeterId === meter.ammeterId);
  const { balance, accuracy } = meter;
  const rows: readonly (readonly [string, string])[] = [
    [t('counted'), amountText(meter.energy, scale)],
    [t('coverage'), meter.coverage === null ? '--' : `${meter.coverage}%`],
    [t('limit'), `±${accuracy.limit}% · ${t(accuracy.recorded ? 'recorded' : 'asked')}`],
    ...(balance
      ? ([
          [t('below'), amountText(balance.below, scale)],
          [
            t('rest'),
            `${amountText(balance.rest, scale)}${balance.share === null ? '' : ` (${formatChange(balance.share, 2)})`}`,
          ],
          [t('uncertainty'), `±${amountText(balance.uncertainty, scale)}`],
          [t('verdict'), say(VERDICTS[balance.verdict])],
        ] as const)
      : []),
    ...(suspect
      ? ([
          [t('error'), `${formatChange(suspect.error, 2)} ± ${formatNumber(suspect.spread * 200, 2)}%`],
        ] as const)
      : []),
  ];
  const below = new Set([meter.ammeterId]);
  for (const one of net.meters)
    if (one.parentId !== null && below.has(one.parentId)) below.add(one.ammeterId);
  return (
    <Panel
      title={
        <PageLink kind="meter" id={meter.ammeterId}>
          {meter.ammeterName} {meter.ammeterCode}
        </PageLink>
      }
      extra={
        <>
          <PageLink kind="meter" id={meter.ammeterId}>
            {t('openMeter')}
          </PageLink>
          <Button kind="link" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <dl className={styles['detail']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayEdit && (
        <div className={styles['move']}>
          <span id="net-parent">{t('parent')}</span>
          <Select
            aria-labelledby="net-parent"
            value={parent}
            onChange={setParent}
            showSearch={{ optionFilterProp: 'label' }}
            style={{ width: 280, maxWidth: '100%' }}
            options={[
              { value: TOP, label: t('top') },
              ...net.meters
                .filter((one) => !below.has(one.ammeterId))
                .map((one) => ({ value: one.ammeterId, label: `${one.ammeterName} ${one.ammeterCode}` })),
            ]}
          />
          <Button
            disabled={parent === (meter.parentId ?? TOP)}
            onClick={() => onMove(meter.ammeterId, parent === TOP ? null : parent)}
          >
            {t('move')}
          </Button>
        </div>
      )}
    </Panel>
  );
}
