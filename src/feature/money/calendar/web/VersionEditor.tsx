import { useId } from 'react';
import { FLAT_RULES } from '#contract/periodRule.ts';
import { PRESETS } from '#domain/calendar/preset.ts';
import { ruleFaults } from '#domain/calendar/rule.ts';
import { useMay } from '#web/session/session.ts';
import { shownName } from '#web/text/secondName.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Calendar.module.css';
import type { VersionDraft } from './calls.ts';
import { useCalendarTexts } from './useCalendarTexts.ts';
import { useVersion } from './useVersion.ts';
import { VersionFields } from './VersionFields.tsx';
import { VersionRules } from './VersionRules.tsx';

export interface VersionEditorProps {
  readonly draft: VersionDraft;
  readonly onChange: (draft: VersionDraft) => void;
  /** Nothing differs from what is kept. */
  readonly clean: boolean;
  readonly onCancel: () => void;
  readonly onSaved: (id: number | null) => void;
}

/** A version of a calendar: since when and where it holds, and its rules. The effect is shown before it is saved. */
export function VersionEditor(props: VersionEditorProps) {
  const { draft, onChange } = props;
  const t = useCalendarTexts();
  const mayEdit = useMay(draft.id === null ? 'archive.timezone.add' : 'archive.timezone.edit');
  const hint = useId();
  return (
    <Panel
      title={shownName(draft.timezoneName, draft.timezoneNameEn) || t('add')}
      extra={<Actions {...props} mayEdit={mayEdit} />}
    >
      <VersionFields draft={draft} mayEdit={mayEdit} onChange={onChange} />
      {mayEdit && draft.id === null && <Presets draft={draft} onChange={onChange} />}
      <Faults draft={draft} />
      <VersionRules
        rules={draft.rules.rules}
        mayEdit={mayEdit}
        describedBy={hint}
        onChange={(rules) => onChange({ ...draft, rules: { rules: [...rules] } })}
      />
      <p id={hint} className={styles.hint}>
        {mayEdit && t('barHint')} {t('precedence')}
      </p>
    </Panel>
  );
}

/** Delete, cancel and save, as far as the caller may. */
function Actions({ draft, clean, mayEdit, onCancel, onSaved }: VersionEditorProps & { mayEdit: boolean }) {
  const t = useCalendarTexts();
  const mayDelete = useMay('archive.timezone.del');
  const { busy, save, del } = useVersion(draft, onSaved);
  const faults = ruleFaults(draft.rules);
  const ready = faults.length === 0 && draft.timezoneName.trim() !== '' && draft.validFrom !== '';
  return (
    <div className={kit.wrap}>
      {draft.id !== null && mayDelete && (
        <Button kind="danger" disabled={busy} onClick={() => draft.id !== null && del(draft.id)}>
          {t('del')}
        </Button>
      )}
      {mayEdit && (
        <>
          <Button disabled={busy || clean} onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button kind="primary" disabled={busy || clean || !ready} onClick={save}>
            {t('save')}
          </Button>
        </>
      )}
    </div>
  );
}

/** What a new version may start with. */
function Presets({ draft, onChange }: Pick<VersionEditorProps, 'draft' | 'onChange'>) {
  const t = useCalendarTexts();
  const say = useText();
  return (
    <div className={kit.wrap}>
      <span className={styles.hint}>{t('startWith')}</span>
      <Button onClick={() => onChange({ ...draft, rules: FLAT_RULES })}>{t('flat')}</Button>
      {PRESETS.map((preset) => (
        <Button key={preset.key} onClick={() => onChange({ ...draft, rules: preset.rules })}>
          {say(preset.label)}
        </Button>
      ))}
    </div>
  );
}

/** What is wrong with the rules. */
function Faults({ draft }: Pick<VersionEditorProps, 'draft'>) {
  const say = useText();
  const faults = ruleFaults(draft.rules);
  if (faults.length === 0) return null;
  return (
    <ul className={styles.fault} role="alert">
      {faults.map((fault) => (
        <li key={`${fault.rule} ${fault.minute ?? ''} ${fault.text.en}`}>{say(fault.text)}</li>
      ))}
    </ul>
  );
}
