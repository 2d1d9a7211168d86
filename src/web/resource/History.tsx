import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { PAGE_SIZE, type Page } from '#contract/envelope.ts';
import { HISTORY_CALL } from '#contract/history.ts';
import { secondAt } from '#domain/time/text.ts';
import { get } from '#web/api.ts';
import { Pages } from '#web/provenance/Pages.tsx';
import { useShownZone } from '#web/session/zone.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './DetailDrawer.module.css';
import { Words } from './Words.tsx';
import { useResourceTexts } from './useResourceTexts.ts';

/** One change of a row, as the operation log keeps it. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  readonly userName: string | null;
  readonly action: 'add' | 'edit' | 'del';
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly remarks: string | null;
}

/** The remark that the server gives to changes by an imported file. */
const BY_IMPORT = 'import';
const BY_UNDO = 'undo';

const historyQuery = (resource: Resource, id: number, current: number) =>
  queryOptions({
    queryKey: [HISTORY_CALL, resource.name, id, current],
    queryFn: ({ signal }) =>
      get<Page<HistoryEntry>>(
        HISTORY_CALL,
        { resource: resource.name, id, current, pageSize: PAGE_SIZE },
        { quiet: true, signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The fields that an entry changed. */
function changedFields(resource: Resource, entry: Pick<HistoryEntry, 'before' | 'after'>): string[] {
  const { before, after } = entry;
  if (!before || !after) return [];
  return Object.keys(resource.fields).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
}

function wordsOfRemark(remarks: string, t: ReturnType<typeof useResourceTexts>): string {
  if (remarks === BY_IMPORT) return t('import');
  return remarks === BY_UNDO ? t('undoneImport') : remarks;
}

/** Who changed a row, when, from what to what, the last first, page by page. */
export function History({ resource, id }: { readonly resource: Resource; readonly id: number }) {
  const t = useResourceTexts();
  const [page, setPage] = useState(1);
  const { data, isError, error, refetch } = useQuery(historyQuery(resource, id, page));
  if (isError) return <ErrorState what={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState height={120} />;
  if (data.list.length === 0) return <p className={styles.quiet}>{t('noHistory')}</p>;
  return (
    <>
      <ol className={`${kit.list} ${styles.history}`}>
        {data.list.map((entry) => (
          <Entry key={entry.id} resource={resource} entry={entry} />
        ))}
      </ol>
      <Pages page={page} pageSize={PAGE_SIZE} total={data.pagination.total} onPage={setPage} />
    </>
  );
}

/** One change, at its time in the zone that is shown here. */
function Entry({ resource, entry }: { readonly resource: Resource; readonly entry: HistoryEntry }) {
  const t = useResourceTexts();
  const say = useText();
  const zone = useShownZone();
  return (
    <li>
      <div className={styles.who}>
        <b>
          {t(`history_${entry.action}`)} · {entry.userName ?? t('system')}
        </b>
        <time title={zone}>{secondAt(zone, entry.at)}</time>
      </div>
      {entry.remarks && <p className={styles.quiet}>{wordsOfRemark(entry.remarks, t)}</p>}
      {changedFields(resource, entry).map((name) => {
        const field = resource.fields[name];
        return (
          field && (
            <div key={name} className={styles.change}>
              <span>{say(field.label)}</span>
              <del>
                <Words field={field} value={entry.before?.[name]} />
              </del>
              <ins>
                <Words field={field} value={entry.after?.[name]} />
              </ins>
            </div>
          )
        );
      })}
    </li>
  );
}
