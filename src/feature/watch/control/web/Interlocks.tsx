import { MISSING } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { ageText } from '#web/ui/age.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table } from '#web/ui/Table.tsx';
import { DEPENDENTS, type InterlockWire, type PointDetail } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

/** What is checked before an operation, as it stands now. */
export function Interlocks({
  detail: { interlocks, checks, dependents },
}: {
  readonly detail: Pick<PointDetail, 'interlocks' | 'checks' | 'dependents'>;
}) {
  const list = [...interlocks, ...checks];
  const t = useControlTexts();
  const say = useText();
  const held = list.filter(({ holds }) => holds).length;
  return (
    <section>
      <h3 className={styles.head}>
        {t('interlocks')}
        <small className={kit.quiet}>
          {t('held', { n: held, all: list.length })}
          {interlocks.length === 0 && ` · ${t('noInterlock')}`}
        </small>
      </h3>
      <Table<InterlockWire>
        look="small"
        label={t('interlocks')}
        rows={list}
        keyOf={(_, i) => i}
        columns={[
          { key: 'name', title: t('condition'), render: (row) => say(row.name) },
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
              <StatusDot status={row.holds ? 'normal' : 'alarm'} text={row.holds ? t('holds') : t('open')} />
            ),
          },
        ]}
      />
      {dependents.length > 0 && (
        <p className={kit.quiet}>
          {t('depends')}
          {dependents.map(({ kind, name }) => `${say(DEPENDENTS[kind])} ${name}`).join(t('semicolon'))}
        </p>
      )}
    </section>
  );
}
