import { ACCOUNT } from '#contract/accountType.ts';
import { textIn } from '#contract/text.ts';
import { useEffect, useId, useState, type FormEvent } from 'react';
import type { Resource } from '#contract/define.ts';
import { ApiError, type Params } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify, notifyError } from '#web/ui/notice.ts';
import { useMounted } from '#web/ui/useMounted.ts';
import {
  asSentence,
  changedValues,
  formFields,
  newValues,
  readForm,
  rowValues,
  withoutLabel,
  type FormValues,
} from './form.ts';
import { FormField } from './FormField.tsx';
import type { ResourceRow } from './kindWeb.ts';
import { NOTICE_MS } from './noticeTime.ts';
import { postConfirmed } from './postConfirmed.tsx';
import styles from './ResourceForm.module.css';
import { callOf, rowsChanged, seenOf } from './rows.ts';
import type { WebSlots } from './slot.ts';
import { ownerFieldOf, titleOf } from './target.ts';
import { useDiscard } from './useDiscard.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ResourceFormProps {
  readonly resource: Resource;
  readonly slots: WebSlots;
  /** Null: a new row. */
  readonly row: ResourceRow | null;
  /** The enterprise in view, which a new row belongs to. */
  readonly consumerId: number | null;
  /** What the page knows of a new row already. */
  readonly known?: FormValues;
  readonly onClose: () => void;
  /** A row was added; with what the server answered. */
  readonly onAdded?: (answer: ResourceRow) => void;
  /** A row was saved with the further step of the slots asked for. */
  readonly onFollow?: (answer: ResourceRow) => void;
}

/** The dialog in which a row is added or edited. It stays open while the server refuses. */
export function ResourceForm({
  resource,
  slots,
  row,
  consumerId,
  known,
  onClose,
  onAdded,
  onFollow,
}: ResourceFormProps) {
  const t = useResourceTexts();
  const say = useText();
  const language = useLanguage();
  const { consumers, user } = useSession();
  const id = useId();
  const owner = ownerFieldOf(resource);
  const [before] = useState<FormValues>(() => {
    if (row) return rowValues(resource, row);
    const begun = newValues(resource, {
      ...(owner && consumerId !== null ? { [owner]: consumerId } : {}),
      ...known,
    });
    return slots.follow?.(begun, null) ?? begun;
  });
  const [typed, setTyped] = useState(before);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [follow, setFollow] = useState(false);
  const mounted = useMounted();
  // A person of one enterprise need not say which.
  const own =
    owner !== undefined &&
    user.accountType === ACCOUNT.enterprise &&
    consumers.length === 1 &&
    typed[owner] != null;
  const hidden = slots.operatorsOnly && user.accountType === ACCOUNT.enterprise ? slots.operatorsOnly : [];
  const names = formFields(resource).filter(
    (name) => !(own && name === owner) && !hidden.includes(name) && (slots.shown?.(name, typed) ?? true),
  );
  const scope =
    resource.scope !== null && resource.scope !== 'id' ? Number(typed[resource.scope]) || null : null;

  const [first] = names;
  useEffect(() => document.getElementById(`${id}-${first}`)?.focus(), [id, first]);

  const change = (name: string, value: unknown): void => {
    setTyped((now) => {
      const next = { ...now, [name]: value };
      return slots.follow?.(next, name) ?? next;
    });
    setProblems(({ [name]: _, ...rest }) => rest);
  };
  const focusFirst = (faulty: Readonly<Record<string, string>>): void => {
    const name = names.find((one) => one in faulty);
    if (name) document.getElementById(`${id}-${name}`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const reading = readForm(resource, typed);
    const faulty = Object.fromEntries(
      Object.entries(reading.problems).map(([name, problem]) => [
        name,
        asSentence(textIn(problem, language)),
      ]),
    );
    setProblems(faulty);
    setRefusal(null);
    if (Object.keys(faulty).length) return focusFirst(faulty);
    const values = row ? changedValues(reading.values, before) : reading.values;
    if (row && Object.keys(values).length === 0) return onClose();
    setBusy(true);
    try {
      if (row && slots.confirmEdit && !(await slots.confirmEdit(row, values))) return;
      const saved = await postConfirmed<ResourceRow>(callOf(resource, row ? 'edit' : 'add'), {
        ...(row ? { id: row.id, expected: seenOf(row, Object.keys(values)) } : {}),
        ...(values as Params),
      });
      if (!saved) return;
      const { answer } = saved;
      notify('success', t(row ? 'edited' : 'added'), NOTICE_MS);
      if (mounted()) onClose();
      if (!row) onAdded?.(answer);
      if (follow) onFollow?.(answer);
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Of a form that was closed meanwhile nobody would hear.
      if (!mounted()) return notifyError(error.message);
      const field = error.field === undefined ? undefined : resource.fields[error.field];
      if (error.field && field && names.includes(error.field)) {
        const reported = { [error.field]: withoutLabel(error.message, say(field.label)) };
        setProblems(reported);
        focusFirst(reported);
      } else setRefusal(error.message);
    } finally {
      setBusy(false);
    }
  };
  const close = useDiscard(Object.keys(changedValues(typed, before)).length > 0, onClose);
  const what = say(resource.label);
  return (
    <Dialog
      width={720}
      title={row ? t('editTitle', { what, row: titleOf(resource, row) }) : t('addTitle', { what })}
      onClose={close}
      foot={
        <>
          {row && slots.followUp && onFollow && (
            <label className={styles.follow}>
              <input type="checkbox" checked={follow} onChange={(event) => setFollow(event.target.checked)} />
              {say(slots.followUp.label)}
            </label>
          )}
          <Button onClick={close}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy}>
            {t(busy ? 'saving' : 'save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {refusal && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        {names.map((name) => (
          <FormField
            key={name}
            id={`${id}-${name}`}
            name={name}
            resource={resource}
            slots={slots}
            value={typed[name]}
            values={typed}
            title={row && row[name] === typed[name] ? row.titles?.[name] : undefined}
            onChange={(value) => change(name, value)}
            problem={problems[name]}
            consumerId={scope}
          />
        ))}
      </form>
    </Dialog>
  );
}
