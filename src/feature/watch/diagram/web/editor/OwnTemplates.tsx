import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templateOf } from '#domain/scene/edit/ownTemplate.ts';
import { momentAt } from '#domain/time/text.ts';
import { post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { DiagramHead, NetworkAnswer, TemplateWire } from '../../contract.ts';
import { templateQuery } from '../calls.ts';
import { AREA } from '../sceneQuery.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import editorStyles from './Editor.module.css';
import type { Editing } from './useEditing.ts';
import type { Templates } from './useTemplates.ts';

export interface OwnTemplatesProps {
  readonly diagram: DiagramHead;
  readonly editing: Editing;
  readonly network: NetworkAnswer | undefined;
  readonly templates: Templates;
}

/** Templates that people make: what is chosen on the sheet is kept as one, one is used for objects, replaced, taken back or deleted. */
export function OwnTemplates({ diagram, editing, network, templates }: OwnTemplatesProps) {
  const t = useDiagramTexts();
  const [open, setOpen] = useState<number | null>(null);
  const [busy, once] = useOneAtATime();
  const { list, error, ready, again, chosen, choose } = templates;
  const some = editing.selected.size > 0;
  const save = (one: Saved, done?: () => void): void =>
    void once(async () => {
      const names = new Set((network?.objects ?? []).map((object) => object.name));
      const elements = templateOf(editing.history.scene, editing.selected, names);
      const body = { id: diagram.monitorDiagramId, ...one, elements: JSON.stringify(elements) };
      const { templateId, no } = await post<{ templateId: number; no: number }>(`${AREA}/saveTemplate`, body);
      notify('success', t('templateKept', { no }));
      done?.();
      choose(templateId);
      again();
    }).catch(() => {});
  return (
    <Panel title={t('ownTemplates')} unit={String(list.length)} flush>
      {error && <ErrorState what={error.message} onRetry={again} height={80} />}
      <KeepForm able={some && !busy} onKeep={(templateName, done) => save({ templateName, base: 0 }, done)} />
      <p className={editorStyles.templateHint}>
        {t(ready && list.length === 0 ? 'noTemplates' : 'templateHint')}
      </p>
      <ul className={editorStyles.versions}>
        {list.map((one) => (
          <li key={one.templateId}>
            <input
              type="checkbox"
              aria-label={t('useTemplate', { name: one.templateName })}
              checked={chosen?.templateId === one.templateId}
              onChange={(event) => choose(event.target.checked ? one.templateId : null)}
            />
            <span>
              <b>{one.templateName}</b>
              <small>
                {t('templateOf', { n: one.size, bindings: one.bindings })} · v{one.no} {one.madeBy}
              </small>
              {open === one.templateId && (
                <TemplateVersions diagram={diagram} template={one} onDone={again} />
              )}
            </span>
            <Button kind="link" onClick={() => setOpen(open === one.templateId ? null : one.templateId)}>
              {t('templateVersions', { n: one.no })}
            </Button>
            <Button
              kind="link"
              disabled={busy || !some}
              onClick={() => save({ templateId: one.templateId, base: one.no })}
            >
              {t('replaceTemplate')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A new template by its name, or a further version of one. */
interface Saved {
  readonly templateName?: string;
  readonly templateId?: number;
  readonly base: number;
}

interface KeepFormProps {
  /** Something is chosen, and nothing is being saved. */
  readonly able: boolean;
  readonly onKeep: (name: string, done: () => void) => void;
}

/** The name under which what is chosen is kept. */
function KeepForm({ able, onKeep }: KeepFormProps) {
  const t = useDiagramTexts();
  const [name, setName] = useState('');
  const ready = able && name.trim() !== '';
  return (
    <form
      className={editorStyles.keepTemplate}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onKeep(name.trim(), () => setName(''));
      }}
    >
      <input
        className={editorStyles.field}
        aria-label={t('templateName')}
        placeholder={t('templateName')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={!ready}>
        {t('keepTemplate')}
      </Button>
    </form>
  );
}

interface TemplateVersionsProps {
  readonly diagram: DiagramHead;
  readonly template: TemplateWire;
  readonly onDone: () => void;
}

/** The versions of a template, each to be taken back; and its end. */
function TemplateVersions({
  diagram,
  template: { templateId, templateName, no },
  onDone,
}: TemplateVersionsProps) {
  const t = useDiagramTexts();
  const [busy, once] = useOneAtATime();
  const found = useQuery(templateQuery(templateId));
  const restore = (version: number): void =>
    void once(async () => {
      const body = { id: diagram.monitorDiagramId, templateId, base: no, no: version };
      await post(`${AREA}/restoreTemplate`, body);
      onDone();
      await found.refetch();
    }).catch(() => {});
  const drop = (): void =>
    void once(async () => {
      const title = t('dropTemplate', { name: templateName });
      if (!(await confirm({ title, text: t('dropTemplateAsk'), danger: true }))) return;
      await post(`${AREA}/dropTemplate`, { templateId });
      onDone();
    }).catch(() => {});
  return (
    <span className={editorStyles.templateVersions}>
      {(found.data?.versions ?? []).map((one) => (
        <small key={one.no}>
          v{one.no} {momentAt(diagram.timeZone, one.madeAt)} {one.madeBy}
          {one.restoredFrom !== null && ` ${t('restoredFrom', { no: one.restoredFrom })}`}{' '}
          {one.no !== no && (
            <Button kind="link" disabled={busy} onClick={() => restore(one.no)}>
              {t('restore')}
            </Button>
          )}
        </small>
      ))}
      <Button
        kind="link"
        disabled={busy}
        aria-label={t('dropTemplate', { name: templateName })}
        onClick={drop}
      >
        {t('remove')}
      </Button>
      {found.error && <small className={`${kit.hint} ${styles.quiet}`}>{found.error.message}</small>}
    </span>
  );
}
