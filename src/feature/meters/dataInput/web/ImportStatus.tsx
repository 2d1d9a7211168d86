import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { ImportRecord } from './calls.ts';
import { useDataInputTexts } from './useDataInputTexts.ts';

const STATUS = {
  writing: 'warning',
  done: 'normal',
  failed: 'alarm',
  stopped: 'offline',
  undone: 'offline',
} as const;

/** How far an import has come. */
export function ImportStatus({ state }: { state: ImportRecord['state'] }) {
  const t = useDataInputTexts();
  return <StatusDot status={STATUS[state]} text={t(state)} />;
}
