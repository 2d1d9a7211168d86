import { useMutation, useQuery } from '@tanstack/react-query';
import { Input, InputNumber } from 'antd';
import { useState } from 'react';
import { compositionProblem, namedIn, partKey, partOfKey, type RulePart } from '#contract/composition.ts';
import { compositionText } from '#domain/alarm/compositionText.ts';
import { LevelChoice } from '#feature/watch/alarm/web/public.ts';
import { alarm } from '#resource/event/alarm.ts';
import { useMeterNames } from './useMeterNames.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { postConfirmed } from '#web/resource/postConfirmed.tsx';
import { callOf, rowQuery, rowsChanged, seenOf } from '#web/resource/rows.ts';
import { titleOf } from '#web/resource/target.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { partsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Compose.module.css';
import { type Draft, draftOf, EMPTY_DRAFT, fieldsOf } from './draft.ts';
import { EditorButtons } from './EditorButtons.tsx';
import { Meters } from './Meters.tsx';
import { TreeEditor } from './TreeEditor.tsx';
import { useComposeTexts } from './useComposeTexts.ts';

export interface EditorProps {
  /** Null = a new one. */
  readonly alarmId: number | null;
  readonly consumerId: number;
  readonly onSaved: (alarmId: number) => void;
  readonly onGone: () => void;
}

/** A composition: what it is called, its tree in words and to be changed, and the meters that it judges. */
export function Editor(props: EditorProps) {
  const { alarmId, consumerId } = props;
  const row = useQuery({ ...rowQuery(alarm, alarmId ?? 0), enabled: alarmId !== null, retry: false });
  const parts = useQuery(partsQuery(consumerId));
  const error = row.error ?? parts.error;
  if (error) return <ErrorState what={error.message} onRetry={() => void parts.refetch()} height={320} />;
  if (!parts.data || (alarmId !== null && !row.data)) return <LoadingState height={320} />;
  return <Filled {...props} row={row.data ?? null} rules={parts.data} />;
}

interface FilledProps extends EditorProps {
  readonly row: ResourceRow | null;
  readonly rules: readonly ResourceRow[];
}

const SAVED = ['alarmName', 'alarmLevel', 'triggerInterval', 'recoverInterval', 'enable', 'composition'];

function Filled({ row, rules, alarmId, consumerId, onSaved, onGone }: FilledProps) {
  const t = useComposeTexts();
  const may = usePermissions(alarm);
  const initial = row ? draftOf(row) : EMPTY_DRAFT;
  const [changed, setChanged] = useState<Draft | null>(null);
  const draft = changed ?? initial;
  const edit = (part: Partial<Draft>): void => setChanged({ ...draft, ...part });
  const save = useSave(row, consumerId, (id) => {
    setChanged(null);
    onSaved(id);
  });
  return (
    <div className={kit.stack}>
      <Panel title={row ? titleOf(alarm, row) : t('fresh')}>
        <form
          className={kit.stack}
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(draft);
          }}
        >
          <Facts draft={draft} onChange={edit} />
          <Sentence draft={draft} rules={rules} />
          {rules.length === 0 ? (
            <EmptyState why={t('noRules')} height={120} />
          ) : (
            <TreeEditor
              tree={draft.tree}
              rules={rules}
              consumerId={consumerId}
              onChange={(tree) => edit({ tree })}
            />
          )}
          {save.error && (
            <p role="alert" className={styles.problem}>
              {save.error.message}
            </p>
          )}
          <EditorButtons
            row={row}
            changed={changed !== null}
            saving={save.isPending}
            maySave={may(row ? 'edit' : 'add')}
            onDiscard={() => setChanged(null)}
            onGone={onGone}
          />
        </form>
      </Panel>
      <Panel title={t('meters')} flush={alarmId !== null}>
        {alarmId === null ? (
          <EmptyState why={t('saveFirst')} height={96} />
        ) : (
          <Meters alarmId={alarmId} consumerId={consumerId} />
        )}
      </Panel>
    </div>
  );
}

/** Saves a composition as a rule. */
function useSave(row: ResourceRow | null, consumerId: number, onSaved: (alarmId: number) => void) {
  const t = useComposeTexts();
  return useMutation({
    mutationFn: (one: Draft) =>
      postConfirmed<{ id: number }>(callOf(alarm, row ? 'edit' : 'add'), {
        ...(row ? { id: row.id, expected: seenOf(row, SAVED) } : { consumerId, alarmType: '5' }),
        ...fieldsOf(one),
      }),
    onSuccess: async (done) => {
      if (!done) return;
      await rowsChanged();
      notify('success', t('saved'));
      onSaved(row?.id ?? done.answer.id);
    },
  });
}

/** The whole condition in words, or what is wrong with it. */
function Sentence({ draft, rules }: { readonly draft: Draft; readonly rules: readonly ResourceRow[] }) {
  const t = useComposeTexts();
  const say = useText();
  const problem = compositionProblem(draft.tree);
  const names = new Map(rules.map((one) => [one.id, titleOf(alarm, one)]));
  const meterName = useMeterNames(namedIn(draft.tree).map(({ meter }) => meter));
  const nameOf = (part: RulePart) => {
    const { rule, meter } = partOfKey(partKey(part));
    const name = names.get(rule) ?? `#${rule}`;
    const called = meter === null ? name : `${name} · ${meterName(meter)}`;
    return { zh: called, en: called };
  };
  const { parts } = draft.tree;
  const words = compositionText(draft.tree, nameOf);
  return (
    <div className={styles.sentence}>
      <span>{t('rings')}</span>
      <output aria-live="polite">
        {parts.length > 0 && <strong>{say(words)}</strong>}
        {problem && <em className={styles.problem}>{say(problem)}</em>}
      </output>
    </div>
  );
}

interface FactsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function Facts({ draft, onChange }: FactsProps) {
  const t = useComposeTexts();
  const seconds = (key: 'onDelay' | 'offDelay') => (
    <label>
      <span>{t(key)}</span>
      <InputNumber
        aria-label={t(key)}
        min={0}
        max={86_400}
        precision={0}
        suffix="s"
        style={{ width: '100%' }}
        value={draft[key]}
        onChange={(value) => onChange({ [key]: value ?? 0 })}
      />
    </label>
  );
  return (
    <div className={styles.facts}>
      <label>
        <span>{t('name')}</span>
        <Input
          aria-label={t('name')}
          required
          maxLength={60}
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </label>
      {seconds('onDelay')}
      {seconds('offDelay')}
      <div>
        <span className={styles.label}>{t('level')}</span>
        <LevelChoice label={t('level')} value={draft.level} onChange={(level) => onChange({ level })} />
      </div>
      <label className={`${kit.row} ${styles.check}`}>
        <input
          type="checkbox"
          checked={draft.enable}
          onChange={(event) => onChange({ enable: event.target.checked })}
        />
        <span>{t('inUse')}</span>
      </label>
    </div>
  );
}
