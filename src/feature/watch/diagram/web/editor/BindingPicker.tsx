import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DATA_CODES } from '#contract/dataCode.ts';
import { FIGURES, type Source, sourceKey } from '#contract/scene/binding.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { BindableWire } from '../../contract.ts';
import { bindableQuery } from '../calls.ts';
import { FIGURE_NAMES, SOURCE_NAMES } from '../names.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { Field } from './Field.tsx';
import editorStyles from './Editor.module.css';

export interface BindingPickerProps {
  readonly diagramId: number;
  readonly start: Source | null;
  readonly onPick: (source: Source) => void;
  readonly onClose: () => void;
}

type Kind = Source['kind'];
const KINDS: readonly Kind[] = ['item', 'signal', 'figure', 'alarm'];

/** What is looked for. */
interface Asked {
  readonly kind: Kind;
  readonly dataCode: string;
  readonly figure: string;
  readonly search: string;
}

const askedOf = (start: Source | null): Asked => ({
  kind: start?.kind ?? 'item',
  dataCode: start?.kind === 'item' ? start.dataCode : 'PZ',
  figure: start?.kind === 'figure' ? start.figure : 'loadShare',
  search: '',
});

/** Finds what an element is bound to: a value, signal, figure or alarm of the enterprise, by code, name or initials. */
export function BindingPicker({ diagramId, start, onPick, onClose }: BindingPickerProps) {
  const t = useDiagramTexts();
  const [asked, setAsked] = useState(() => askedOf(start));
  const [page, setPage] = useState({ current: 1, size: 10 });
  const answer = useQuery({
    ...bindableQuery({ id: diagramId, ...asked, current: page.current, pageSize: page.size }),
    placeholderData: keepPreviousData,
  });
  const first = answer.isPlaceholderData ? undefined : answer.data?.list[0];
  // Enter takes what is found, also where it is pressed before the answer is there.
  const [entered, setEntered] = useState(false);
  useEffect(() => {
    if (entered && first) onPick(first.source);
  }, [entered, first, onPick]);
  const change = (part: Partial<Asked>): void => {
    setEntered(false);
    setAsked({ ...asked, ...part });
    setPage({ ...page, current: 1 });
  };
  return (
    <Dialog title={t('pick')} onClose={onClose} width={640}>
      <div className={editorStyles.fields}>
        <SourceFields asked={asked} onChange={change} onEnter={() => setEntered(true)} />
        <ListTable<BindableWire>
          {...answerOf(answer)}
          label={t('pick')}
          keyOf={(row) => sourceKey(row.source)}
          page={page}
          onPage={(current, size) => setPage({ current, size })}
          empty={<EmptyState why={t('noSource')} height={160} />}
          columns={[
            {
              key: 'code',
              title: t('code'),
              render: (row) => (
                <Button kind="link" onClick={() => onPick(row.source)}>
                  {row.code}
                </Button>
              ),
            },
            { key: 'name', title: t('name'), render: (row) => row.name },
            { key: 'site', title: t('site'), render: (row) => row.siteName },
            { key: 'unit', title: t('unit'), render: (row) => row.unit },
          ]}
        />
      </div>
    </Dialog>
  );
}

interface SourceFieldsProps {
  readonly asked: Asked;
  readonly onChange: (part: Partial<Asked>) => void;
  /** Takes the first that was found. */
  readonly onEnter: () => void;
}

function SourceFields({ asked, onChange, onEnter }: SourceFieldsProps) {
  const t = useDiagramTexts();
  const say = useText();
  const codes = DATA_CODES.map(({ code, label }) => [code, `${code} ${say(label)}`] as const);
  return (
    <>
      <Segmented
        small
        label={t('source')}
        value={asked.kind}
        onChange={(kind) => onChange({ kind })}
        options={KINDS.map((value) => ({ value, text: say(SOURCE_NAMES[value]) }))}
      />
      {asked.kind === 'item' && (
        <Field
          label={t('item')}
          value={asked.dataCode}
          options={codes.map(([code]) => code)}
          names={Object.fromEntries(codes)}
          onChange={(dataCode) => onChange({ dataCode })}
        />
      )}
      {asked.kind === 'figure' && (
        <Field
          label={t('figure')}
          value={asked.figure}
          options={FIGURES}
          names={Object.fromEntries(FIGURES.map((one) => [one, say(FIGURE_NAMES[one])]))}
          onChange={(figure) => onChange({ figure })}
        />
      )}
      <input
        type="search"
        data-focus
        className={editorStyles.field}
        maxLength={100}
        placeholder={t('searchSource')}
        aria-label={t('searchSource')}
        value={asked.search}
        onChange={(event) => onChange({ search: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter();
        }}
      />
    </>
  );
}
