import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FLAT_RULES, type PeriodRule } from '#contract/periodRule.ts';
import { PRESETS } from '#domain/calendar/preset.ts';
import { isDefault, ruleFaults } from '#domain/calendar/rule.ts';
import { ApiError } from '#web/api.ts';
import { orgTreeQuery } from '#web/session/orgTree.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { askEffect } from './askEffect.tsx';
import styles from './Calendar.module.css';
import { previewRemoval, previewVersion, removeRow, saveVersion, type VersionDraft } from './calls.ts';
import { RuleCard } from './RuleCard.tsx';
import { useCalendarTexts } from './useCalendarTexts.ts';

export interface VersionEditorProps {
  readonly draft: VersionDraft;
  readonly onChange: (draft: VersionDraft) => void;
  /** Nothing differs from what is kept. */
  readonly clean: boolean;
  readonly onCancel: () => void;
  readonly onSaved: (id: number | null) => void;
}

/** A version of a calendar: since when and where it holds, and its rules. The effect is shown before it is saved. */
export function VersionEditor({ draft, onChange, clean, onCancel, onSaved }: VersionEditorProps) {
  const t = useCalendarTexts();
  const say = useText();
  const mayEdit = useMay(draft.id === null ? 'archive.timezone.add' : 'archive.timezone.edit');
  const mayDelete = useMay('archive.timezone.del');
  const [busy, setBusy] = useState(false);
  const hint = useId();
  const tree = useQuery(orgTreeQuery(draft.consumerId));
  const sites = (tree.data ?? [])
    .flatMap((node) => node.children ?? [])
    .filter((node) => node.kind === 'site');
  const faults = ruleFaults(draft.rules);
  const { rules } = draft.rules;
  const setRules = (next: readonly PeriodRule[]): void => onChange({ ...draft, rules: { rules: [...next] } });
  const first = rules.findIndex(isDefault);

  /** Runs a change after its effect was shown; what the server refuses, the call has told already. */
  const run = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const save = (): Promise<void> =>
    run(async () => {
      if (!(await askEffect(t, t('saveTitle'), await previewVersion(draft)))) return;
      const id = await saveVersion(draft);
      notify('success', t('saved'));
      onSaved(id);
    });
  const del = (id: number): Promise<void> =>
    run(async () => {
      const effect = await previewRemoval('archive/timezone', id);
      if (!(await askEffect(t, t('deleteTitle', { name: draft.timezoneName }), effect, true))) return;
      await removeRow('archive/timezone', id);
      notify('success', t('deleted'));
      onSaved(null);
    });
  const ready = faults.length === 0 && draft.timezoneName.trim() !== '' && draft.validFrom !== '';
  return (
    <Panel
      title={draft.timezoneName || t('add')}
      extra={
        <div className={styles.actions}>
          {draft.id !== null && mayDelete && (
            <Button kind="danger" disabled={busy} onClick={() => draft.id !== null && void del(draft.id)}>
              {t('del')}
            </Button>
          )}
          {mayEdit && (
            <>
              <Button disabled={busy || clean} onClick={onCancel}>
                {t('cancel')}
              </Button>
              <Button kind="primary" disabled={busy || clean || !ready} onClick={() => void save()}>
                {t('save')}
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className={styles.fields}>
        <label className={styles.field}>
          {t('name')}
          <Input
            value={draft.timezoneName}
            maxLength={60}
            disabled={!mayEdit}
            onChange={(event) => onChange({ ...draft, timezoneName: event.target.value })}
          />
        </label>
        <label className={styles.field}>
          {t('validFrom')}
          <DatePicker
            value={draft.validFrom ? dayjs(draft.validFrom) : null}
            disabled={!mayEdit}
            allowClear={false}
            onChange={(day) => onChange({ ...draft, validFrom: day ? day.format('YYYY-MM-DD') : '' })}
          />
        </label>
        <label className={styles.field}>
          {t('sites')}
          <Select<number[]>
            mode="multiple"
            disabled={!mayEdit}
            placeholder={t('sitesNone')}
            aria-label={t('sites')}
            value={[...(draft.siteIdList ?? [])]}
            options={sites.map((site) => ({ value: site.id, label: site.name }))}
            onChange={(ids) => onChange({ ...draft, siteIdList: ids.length > 0 ? ids : null })}
          />
        </label>
      </div>
      {mayEdit && draft.id === null && (
        <div className={styles.actions}>
          <span className={styles.hint}>{t('startWith')}</span>
          <Button onClick={() => onChange({ ...draft, rules: FLAT_RULES })}>{t('flat')}</Button>
          {PRESETS.map((preset) => (
            <Button key={preset.key} onClick={() => onChange({ ...draft, rules: preset.rules })}>
              {say(preset.label)}
            </Button>
          ))}
        </div>
      )}
      {faults.length > 0 && (
        <ul className={styles.fault} role="alert">
          {faults.map((fault) => (
            <li key={`${fault.rule} ${fault.minute ?? ''} ${fault.text.en}`}>{say(fault.text)}</li>
          ))}
        </ul>
      )}
      {rules.map((rule, index) => (
        <RuleCard
          // A rule is its place in the list: it has nothing else of its own.
          key={`rule ${index + 1}`}
          rule={rule}
          number={index + 1}
          disabled={!mayEdit}
          describedBy={hint}
          onChange={(next) => setRules(rules.with(index, next))}
          onRemove={index === first ? undefined : () => setRules(rules.toSpliced(index, 1))}
        />
      ))}
      {mayEdit && (
        <div className={styles.actions}>
          <Button
            onClick={() =>
              setRules([
                ...rules,
                {
                  ...(first >= 0 ? { months: [new Date().getMonth() + 1] } : {}),
                  segments: [...(rules[first] ?? FLAT_RULES.rules[0] ?? { segments: [] }).segments],
                },
              ])
            }
          >
            {t('addRule')}
          </Button>
        </div>
      )}
      <p id={hint} className={styles.hint}>
        {mayEdit && t('barHint')} {t('precedence')}
      </p>
    </Panel>
  );
}
