import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Finds what an element is bound to: a value, signal, figure or alarm of the enterprise, by code, name or initials. */
export function BindingPicker({ diagramId, start, onPick, onClose }: BindingPickerProps) {
  const t = useDiagramTexts();
  const say = useText();
  const [kind, setKind] = useState<Kind>(start?.kind ?? 'item');
  const [dataCode, setDataCode] = useState(start?.kind === 'item' ? start.dataCode : 'PZ');
  const [figure, setFigure] = useState<string>(start?.kind === 'figure' ? start.figure : 'loadShare');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState({ current: 1, size: 10 });
  const answer = useQuery({
    ...bindableQuery({ id: diagramId, kind, dataCode, figure, search, current: page.current, pageSize: page.size }),
    placeholderData: keepPreviousData,
  });
  const first = answer.data?.list[0];
  return (
    <Dialog title={t('pick')} onClose={onClose} width={640}>
      <div className={editorStyles.fields}>
        <Segmented small label={t('source')} value={kind} onChange={(next) => { setKind(next); setPage({ ...page, current: 1 }); }} options={KINDS.map((value) => ({ value, text: say(SOURCE_NAMES[value]) }))} />
        {kind === 'item' && <Field label={t('item')} value={dataCode} options={DATA_CODES.map(({ code }) => code)} names={Object.fromEntries(DATA_CODES.map(({ code, label }) => [code, `${code} ${say(label)}`]))} onChange={setDataCode} />}
        {kind === 'figure' && <Field label={t('figure')} value={figure} options={FIGURES} names={Object.fromEntries(FIGURES.map((one) => [one, say(FIGURE_NAMES[one])]))} onChange={setFigure} />}
        <input
          type="search"
          data-focus
          className={editorStyles.field}
          maxLength={100}
          placeholder={t('searchSource')}
          aria-label={t('searchSource')}
          value={search}
          onChange={(event) => { setSearch(event.target.value); setPage({ ...page, current: 1 }); }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && first && !answer.isPlaceholderData) onPick(first.source);
          }}
        />
        <ListTable<BindableWire>
          {...answerOf(answer)}
          label={t('pick')}
          keyOf={(row) => sourceKey(row.source)}
          page={page}
          onPage={(current, size) => setPage({ current, size })}
          empty={<EmptyState why={t('noSource')} height={160} />}
          columns={[
            { key: 'code', title: t('code'), render: (row) => <Button kind="link" onClick={() => onPick(row.source)}>{row.code}</Button> },
            { key: 'name', title: t('name'), render: (row) => row.name },
            { key: 'site', title: t('site'), render: (row) => row.siteName },
            { key: 'unit', title: t('unit'), render: (row) => row.unit },
          ]}
        />
      </div>
    </Dialog>
  );
} // prettier-ignore
