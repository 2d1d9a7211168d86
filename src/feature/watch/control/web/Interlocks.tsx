import { MISSING } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { ageText } from '#web/ui/age.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { ControlPointWire, InterlockWire } from '../contract.ts';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

/** What is checked before an operation, as it stands now. */
export function Interlocks({
  list,
  point,
}: {
  readonly list: readonly InterlockWire[];
  readonly point: ControlPointWire;
}) {
  const t = useControlTexts();
  const say = useText();
  const held = list.filter(({ holds }) => holds).length;
  return (
    <section>
      <h3 className={styles.head}>
        {t('interlocks')}
        <small>{list.length === 0 ? t('noInterlock') : t('held', { n: held, all: list.length })}</small>
      </h3>
      {list.length > 0 && (
        <Table<InterlockWire>
          look="small"
          label={t('interlocks')}
          rows={list}
          keyOf={(_, i) => i}
          columns={[
            { key: 'name', title: t('condition'), render: (row) => row.name },
            { key: 'required', title: t('required'), render: (row) => say(row.required) },
            {
              key: 'present',
              title: t('present'),
              render: (row) => (row.present ? say(row.present) : t('unknown')),
            },
            {
              key: 'age',
              title: t('age'),
              end: true,
              render: (row) => (row.ageSeconds === null ? MISSING : ageText(row.ageSeconds)),
            },
            {
              key: 'holds',
              title: t('verdict'),
              render: (row) => (
                <StatusDot
                  status={row.holds ? 'normal' : 'alarm'}
                  text={row.holds ? t('holds') : t('open')}
                />
              ),
            },
          ]}
        />
      )}
      {point.tags.length === 0 && <p className={styles.quiet}>{t('noTag')}</p>}
    </section>
  );
}
