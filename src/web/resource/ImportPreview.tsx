import { useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { useText } from '#web/text/useTexts.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './ImportDialog.module.css';
import { previewLines, VERDICTS, type ImportResult, type Verdict } from './importing.ts';
import { useResourceTexts } from './useResourceTexts.ts';
import { Words } from './Words.tsx';

export interface ImportPreviewProps {
  readonly resource: Resource;
  readonly result: ImportResult;
}

/** What an import would do: four counts that filter, below them the rows with their cells. */
export function ImportPreview({ resource, result }: ImportPreviewProps) {
  const t = useResourceTexts();
  const say = useText();
  const [verdict, setVerdict] = useState<Verdict>(
    () => (['faulty', 'changed', 'new'] as const).find((one) => result.counts[one] > 0) ?? 'same',
  );
  const lines = previewLines(result, verdict);
  const label = (name: string | null): string => {
    const field = name === null ? undefined : resource.fields[name];
    return field ? say(field.label) : (name ?? '');
  };
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
      <p className={styles.quiet}>
        {listed < result.counts[verdict]
          ? t('rowsListed', { listed, count: result.counts[verdict] })
          : t('rowsOf', { verdict: t(`verdict_${verdict}`), count: result.counts[verdict] })}
      </p>
      {lines.length > 0 && (
        <ScrollArea className={styles.rows} label={t(`verdict_${verdict}`)}>
          <table>
            <thead>
              <tr>
                <th scope="col" className={styles.number}>
                  {t('row')}
                </th>
                {(verdict === 'faulty' || verdict === 'changed') && <th scope="col">{t('column')}</th>}
                {verdict === 'faulty' && <th scope="col">{t('valueInFile')}</th>}
                {verdict === 'faulty' && <th scope="col">{t('reason')}</th>}
                {verdict === 'changed' && <th scope="col">{t('now')}</th>}
                {verdict === 'changed' && <th scope="col">{t('after')}</th>}
                {(verdict === 'new' || verdict === 'same') && <th scope="col">{t('effect')}</th>}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => {
                const field = line.field === null ? undefined : resource.fields[line.field];
                return (
                  <tr key={line.key}>
                    <td className={styles.number}>{line.row}</td>
                    {line.field !== null && (
                      <td className={line.more?.length ? styles.several : ''}>
                        {[line.field, ...(line.more ?? [])].map(label).join(t('comma'))}
                      </td>
                    )}
                    {line.reason !== undefined && <td>{line.value || '--'}</td>}
                    {line.reason !== undefined && <td>{line.reason}</td>}
                    {line.change && field && (
                      <>
                        <td>
                          {line.change.before == null ? (
                            <Missing />
                          ) : (
                            <del>
                              <Words field={field} value={line.change.before} />
                            </del>
                          )}
                        </td>
                        <td>
                          <Words field={field} value={line.change.after} />
                        </td>
                      </>
                    )}
                    {line.field === null && <td>{t(`effect_${verdict}`)}</td>}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </>
  );
}
