import { useText } from '#web/text/useTexts.ts';
import { HISTORY_KINDS } from '#contract/workflow.ts';
import type { HistoryWire } from '../contract.ts';
import { clockText } from './clock.ts';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

/** The history of a request, the newest first. */
export function Timeline({ rows }: { readonly rows: readonly HistoryWire[] }) {
  const t = useWorkflowTexts();
  const say = useText();
  return (
    <ol className={`${kit.list} ${styles.line}`}>
      {rows.toReversed().map((row) => (
        <li key={row.id}>
          <header>
            <strong>{say(HISTORY_KINDS[row.action])}</strong>
            <span>{row.actorName ?? t('system')}</span>
            {row.turnedTo && <span>{t('turnedTo', { name: row.turnedTo })}</span>}
          </header>
          <time dateTime={row.at}>
            {clockText(row.at)}
            {row.nodeName && ` · ${row.nodeName}`}
          </time>
          {row.note && <p>{row.note}</p>}
        </li>
      ))}
    </ol>
  );
}
