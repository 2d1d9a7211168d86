import { type ReactNode, useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { useText } from '#web/text/useTexts.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './ImportDialog.module.css';
import { previewLines, VERDICTS, type ImportResult, type PreviewLine, type Verdict } from './importing.ts';
import { useResourceTexts } from './useResourceTexts.ts';
import { Words } from './Words.tsx';

export interface ImportPreviewProps {
  readonly resource: Resource;
  readonly result: ImportResult;
}

/** What an import would do: four counts that filter, below them the rows with their cells. */
export function ImportPreview({ resource, result }: ImportPreviewProps) {
  const t = useResourceTexts();
  const [verdict, setVerdict] = useState<Verdict>(
    () => (['faulty', 'changed', 'new'] as const).find((one) => result.counts[one] > 0) ?? 'same',
  );
  const lines = previewLines(result, verdict);
  const listed = new Set(lines.map((line) => line.row)).size;
  return (
    <>
      <fieldset className={styles.counts} aria-label={t('preview')}>
        {VERDICTS.map((one) => (
          <button key={one} type="button" aria-pressed={verdict === one} onClick={() => setVerdict(one)}>
            <span>
              {one === 'faulty' && result.counts.faulty > 0 ? (
                <StatusDot status="alarm" text={t('verdict_faulty')} />
              ) : (
                t(`verdict_${one}`)
              )}
            </span>
            <b>{result.counts[one]}</b>
            <small>{t(`effect_${one}`)}</small>
          </button>
        ))}
      </fieldset>
      <p className={kit.note}>
        {listed < result.counts[verdict]
          ? t('rowsListed', { listed, count: result.counts[verdict] })
          : t('rowsOf', { verdict: t(`verdict_${verdict}`), count: result.counts[verdict] })}
      </p>
      {lines.length > 0 && <Lines resource={resource} verdict={verdict} lines={lines} />}
    </>
  );
}

interface LinesProps extends Pick<ImportPreviewProps, 'resource'> {
  readonly verdict: Verdict;
  readonly lines: readonly PreviewLine[];
}

function Lines({ resource, verdict, lines }: LinesProps) {
  const t = useResourceTexts();
  const say = useText();
  const label = (name: string | null): string => {
    const field = name === null ? undefined : resource.fields[name];
    return field ? say(field.label) : (name ?? '');
  };
  const words = (line: PreviewLine, value: unknown): ReactNode => {
    const field = line.field === null ? undefined : resource.fields[line.field];
    return field && <Words field={field} value={value} />;
  };
  const column: TableColumn<PreviewLine> = {
    key: 'column',
    title: t('column'),
    className: styles.cut,
    classOf: ({ more }) => (more?.length ? styles.several : undefined),
    render: ({ field, more }) => [field, ...(more ?? [])].map(label).join(t('comma')),
  };
  const shown: Record<Verdict, readonly TableColumn<PreviewLine>[]> = {
    faulty: [
      column,
      { key: 'value', title: t('valueInFile'), className: styles.cut, render: ({ value }) => value || '--' },
      { key: 'reason', title: t('reason'), render: ({ reason }) => reason },
    ],
    changed: [
      column,
      {
        key: 'now',
        title: t('now'),
        className: styles.cut,
        render: (line) =>
          line.change?.before == null ? <Missing /> : <del>{words(line, line.change.before)}</del>,
      },
      { key: 'after', title: t('after'), render: (line) => words(line, line.change?.after) },
    ],
    new: [{ key: 'effect', title: t('effect'), className: styles.cut, render: () => t(`effect_${verdict}`) }],
    same: [
      { key: 'effect', title: t('effect'), className: styles.cut, render: () => t(`effect_${verdict}`) },
    ],
  };
  return (
    <Table<PreviewLine>
      look="rows"
      scroll={{ label: t(`verdict_${verdict}`), height: '40vh', framed: true }}
      columns={[
        { key: 'row', title: t('row'), end: true, className: styles.number, render: ({ row }) => row },
        ...shown[verdict],
      ]}
      rows={lines}
      keyOf={({ key }) => key}
    />
  );
}
