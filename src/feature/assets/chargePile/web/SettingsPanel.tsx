import { useQuery } from '@tanstack/react-query';
import { MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { PileCommand, PileWire } from '../contract.ts';
import { MEASURING_DOUBTS, type PileSetting } from '../contract/setting.ts';
import { settingsQuery } from './calls.ts';
import styles from './Charge.module.css';
import { meaningOf } from './settingNames.ts';
import { useChargeTexts } from './useChargeTexts.ts';

/** Opens the dialog of commands. @param setting the setting that is changed */
export type OnOperate = (want: PileCommand, setting?: string) => void;

interface SettingsPanelProps {
  readonly pile: PileWire;
  readonly onOperate: OnOperate;
}

/** Settings of a charger as they were last read, and what of them makes its energy less well known. */
export function SettingsPanel({ pile: { pileId, timeZone, link }, onOperate }: SettingsPanelProps) {
  const t = useChargeTexts();
  const say = useText();
  const mayOperate = useMay('archive.chargePile.operate') && link !== 'none';
  const answer = useQuery(settingsQuery(pileId));
  const { readAt = null, settings, doubts = [] } = answer.data ?? {};
  return (
    <Panel
      flush
      title={t('settingTitle')}
      extra={
        mayOperate && (
          <Button kind="link" onClick={() => onOperate('readSettings')}>
            {t('settingsRead')}
          </Button>
        )
      }
    >
      {readAt !== null && (
        <small className={styles.note}>{t('settingsAt', { time: secondAt(timeZone, readAt) })}</small>
      )}
      {doubts.map((doubt) => (
        <p key={doubt} className={styles.fault}>
          {say(MEASURING_DOUBTS[doubt])}
        </p>
      ))}
      <ListTable<PileSetting>
        rows={settings}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        total={null}
        page={null}
        onPage={() => {}}
        label={t('settingTitle')}
        columns={[
          { key: 'key', title: t('setting'), rowHead: true, render: (row) => <Named row={row} /> },
          {
            key: 'value',
            title: t('settingValue'),
            hint: (row) => row.value ?? undefined,
            render: (row) => row.value ?? MISSING,
          },
        ]}
        actionsOf={(row) => mayOperate && <Change row={row} onOperate={onOperate} />}
        keyOf={(row) => row.key}
        empty={<EmptyState why={t(readAt === null ? 'settingsNever' : 'settingsNone')} height={120} />}
      />
    </Panel>
  );
}

/** Leads to the change of a setting that may be changed and is no secret. */
function Change({
  row: { key, value, readOnly },
  onOperate,
}: {
  readonly row: PileSetting;
  readonly onOperate: OnOperate;
}) {
  const t = useChargeTexts();
  if (readOnly || value === null) return null;
  return (
    <Button
      kind="link"
      aria-label={`${t('settingChange')} ${key}`}
      onClick={() => onOperate('changeSetting', key)}
    >
      {t('settingChange')}
    </Button>
  );
}

/** A setting, and in words what it is, and that it cannot be changed. */
function Named({ row: { key, readOnly } }: { readonly row: PileSetting }) {
  const t = useChargeTexts();
  const say = useText();
  const meaning = meaningOf(key);
  const more = [meaning && say(meaning), readOnly && t('settingFixed')].filter(Boolean).join(' · ');
  return (
    <span className={styles.named}>
      {key}
      {more !== '' && <small>{more}</small>}
    </span>
  );
}
