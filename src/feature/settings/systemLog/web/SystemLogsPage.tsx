import dayjs from 'dayjs';
import { accessRecord } from '#resource/sys/accessRecord.ts';
import { operLog } from '#resource/sys/operLog.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { encodeFilters, readTableAddress } from '#web/resource/address.ts';
import { ResourcePage } from '#web/resource/ResourcePage.tsx';
import type { WebSlots } from '#web/resource/slot.ts';
import { useMay } from '#web/session/session.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { accessSlots, changeSlots } from './cells.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './SystemLog.module.css';
import { useLogTexts } from './useLogTexts.ts';

const KINDS = ['change', 'access'] as const;
type Kind = (typeof KINDS)[number];

const readKind = (raw: RawAddress): { log: Kind } => ({
  log: KINDS.find((kind) => kind === raw['log']) ?? 'change',
});

const SPANS = { day: 0, week: 6, month: 29, all: null } as const;
type Span = keyof typeof SPANS;

const beginOf = (span: Span): string | null => {
  const days = SPANS[span];
  return days === null ? null : dayjs().startOf('day').subtract(days, 'day').toISOString();
};

/** The last days at one press; the filter row takes any span. */
function SpanChoice() {
  const t = useLogTexts();
  const [{ f }, change] = useAddress(readTableAddress);
  const from = f.find(({ field, op }) => field === 'at' && op === 'ge')?.value;
  const chosen = (Object.keys(SPANS) as Span[]).find((span) => beginOf(span) === (from ?? null));
  const set = (span: Span): void => {
    const rest = f.filter(({ field }) => field !== 'at');
    const begin = beginOf(span);
    const filters = begin === null ? rest : [...rest, { field: 'at', op: 'ge' as const, value: begin }];
    change({ f: encodeFilters(filters), page: undefined });
  };
  return (
    <Segmented
      label={t('span')}
      value={chosen ?? ('' as Span)}
      onChange={set}
      options={(Object.keys(SPANS) as Span[]).map((value) => ({ value, text: t(value) }))}
    />
  );
}

const withSpan = (slots: WebSlots): WebSlots => ({ ...slots, toolbar: SpanChoice });
const LOGS = {
  change: { resource: operLog, slots: withSpan(changeSlots) },
  access: { resource: accessRecord, slots: withSpan(accessSlots) },
} as const;

/** What was changed, and who came in from where: searched, by date, exported. */
export default function SystemLogsPage() {
  const t = useLogTexts();
  const [{ log }, change] = useAddress(readKind);
  const may = { change: useMay('sys.operLog.view'), access: useMay('sys.accessRecord.view') };
  const shown = may[log] ? log : may.change ? 'change' : 'access';
  const rest = { page: undefined, q: undefined, f: undefined, sort: undefined, row: undefined };
  const { resource, slots } = LOGS[shown];
  return (
    <div className={styles.page}>
      <div className={kit.bar}>
        <Segmented
          label={t('logs')}
          value={shown}
          onChange={(next) => change({ ...rest, log: next }, { push: true })}
          options={KINDS.filter((kind) => may[kind]).map((value) => ({ value, text: t(value) }))}
        />
        <small className={styles.quiet}>{t('kept')}</small>
      </div>
      <ResourcePage key={shown} resource={resource} slots={slots} />
    </div>
  );
}
