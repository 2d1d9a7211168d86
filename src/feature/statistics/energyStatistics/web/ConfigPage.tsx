import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ComponentType, type FormEvent } from 'react';
import { statisticsCfg } from '#resource/archive/statisticsCfg.ts';
import { type Text, textIn } from '#contract/text.ts';
import { ApiError, get, post, type Params } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import {
  asSentence,
  changedValues,
  newValues,
  readForm,
  rowValues,
  type FormValues,
} from '#web/resource/form.ts';
import { FormField } from '#web/resource/FormField.tsx';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import styles from './ConfigPage.module.css';

const texts = {
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '修改成功', en: 'Saved' },
  first: {
    zh: '尚未配置，以下为默认值',
    en: 'Nothing is set yet: these are the first values',
  },
  noConsumer: { zh: '还没有企业', en: 'There is no enterprise yet' },
};
const NO_SLOTS = {};

type Name = keyof typeof statisticsCfg.fields;

/** A page of some of the settings of the statistics of the enterprise in view. */
export const configPage = (title: Text, names: readonly Name[]): ComponentType =>
  function Page() {
    const say = useText();
    const { consumer } = useConsumer();
    if (!consumer)
      return (
        <Panel>
          <EmptyState why={say(texts.noConsumer)} height={240} />
        </Panel>
      );
    return <Settings key={consumer.orgId} title={title} names={names} consumerId={consumer.orgId} />;
  };

interface SettingsProps {
  readonly title: Text;
  readonly names: readonly Name[];
  readonly consumerId: number;
}

function Settings({ title, names, consumerId }: SettingsProps) {
  const answer = useQuery({
    queryKey: ['archive', 'statisticsCfg', consumerId],
    queryFn: ({ signal }) =>
      get<readonly ResourceRow[]>('archive/statisticsCfg/searchall', { consumerId }, { quiet: true, signal }),
  });
  const say = useText();
  const row = answer.data?.[0] ?? null;
  return (
    <Panel title={say(title)}>
      {answer.error ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={240} />
      ) : !answer.data ? (
        <LoadingState height={240} />
      ) : (
        <SettingsForm
          key={JSON.stringify(row)}
          row={row}
          title={title}
          names={names}
          consumerId={consumerId}
        />
      )}
    </Panel>
  );
}

function SettingsForm({ row, names, consumerId }: SettingsProps & { readonly row: ResourceRow | null }) {
  const say = useText();
  const id = useId();
  const language = useLanguage();
  const mayEdit = useMay(row ? 'archive.statisticsCfg.edit' : 'archive.statisticsCfg.add');
  const [before] = useState<FormValues>(() =>
    row ? rowValues(statisticsCfg, row) : newValues(statisticsCfg, { consumerId }),
  );
  const [typed, setTyped] = useState(before);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const reading = readForm(statisticsCfg, typed);
    const faulty = Object.fromEntries(
      Object.entries(reading.problems).map(([name, problem]) => [
        name,
        asSentence(textIn(problem, language)),
      ]),
    );
    setProblems(faulty);
    if (Object.keys(faulty).length > 0) return;
    setBusy(true);
    try {
      const values = (
        row ? { id: row.id, ...changedValues(reading.values, before) } : reading.values
      ) as Params;
      await post(`archive/statisticsCfg/${row ? 'edit' : 'add'}`, values, { quiet: true });
      notify('success', say(texts.saved));
      await queryClient.invalidateQueries({ queryKey: ['archive', 'statisticsCfg'] });
      await queryClient.invalidateQueries({ queryKey: ['analysis'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.field !== undefined && names.includes(error.field as Name))
        setProblems({ [error.field]: error.message });
      else notify('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      {row === null && <p className={styles['first']}>{say(texts.first)}</p>}
      <div className={styles['fields']}>
        {names.map((name) => (
          <FormField
            key={name}
            id={`${id}-${name}`}
            name={name}
            resource={statisticsCfg}
            slots={NO_SLOTS}
            value={typed[name]}
            title={undefined}
            problem={problems[name]}
            consumerId={consumerId}
            onChange={(value) => {
              setTyped((now) => ({ ...now, [name]: value }));
              setProblems(({ [name]: _, ...rest }) => rest);
            }}
          />
        ))}
      </div>
      {mayEdit && (
        <div>
          <Button kind="primary" type="submit" disabled={busy}>
            {say(texts.save)}
          </Button>
        </div>
      )}
    </form>
  );
}
