import { MISSING } from '#domain/figure/number.ts';
import { Remaining } from '#feature/archive/meteringArchive/web/public.ts';
import type { Goal } from '#web/ui/GoLink.tsx';
import { Slot } from '#web/ui/Slot.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { Upload, Uploads } from '../../contract.ts';
import { goals } from '../goals.ts';
import { MayLink } from '../MayLink.tsx';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Block.module.css';

/** The page of each, and the function code that opens it. */
const PAGES = {
  annual: ['annualTable', 'annualTable.view'],
  plan: ['reviewPlan', 'yunshui.companyPlaninfo.view'],
  rectify: ['checkItem', 'yunshui.companyCheckitem.view'],
} as const satisfies Record<Exclude<Upload['kind'], 'report'>, readonly [string, string]>;

/** What is to be handed in or put right, the most urgent first. */
export default function UploadBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const answer = useBlock<Uploads>('getUploads', { consumerId }, EVERY_MS.day);
  return (
    <Slot query={answer} title={t('uploads')}>
      {({ list, count }) => (
        <Panel
          title={`${t('uploads')} ${count}`}
          unit={count > list.length ? t('firstOf', { n: list.length, m: count }) : undefined}
        >
          {list.length === 0 ? (
            <EmptyState why={t('nothingDue')} height={72} />
          ) : (
            <ul className={`${kit.list} ${styles.lines}`} aria-label={t('uploads')}>
              {list.map((one) => (
                <Line key={`${one.kind} ${one.id}`} upload={one} />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Slot>
  );
}

/** Where it is dealt with, and the function code that opens that. */
function placeOf({ kind, id, year, protocol }: Upload): { readonly needs: string; readonly goal: Goal } {
  if (kind === 'report') {
    const area = protocol === 'B' ? 'HunanDataUpload' : 'SDNDataUpload';
    return {
      needs: `${area}.SDNDataUploadManager`,
      goal: { to: `/${area}/SDNDataUploadManager`, search: { platform: id } },
    };
  }
  const [page, needs] = PAGES[kind];
  const goal = goals.archive(page);
  return { needs, goal: kind === 'annual' ? { ...goal, search: { year: year ?? undefined } } : goal };
}

function Line({ upload }: { readonly upload: Upload }) {
  const { kind, name, year, due, days, figures } = upload;
  const t = useHomeTexts();
  const { needs, goal } = placeOf(upload);
  return (
    <li>
      <span />
      <div className={styles.what}>
        <p>
          <MayLink needs={needs} goal={goal} className={styles.name}>
            {kind === 'annual' ? t('annualOf', { year: year ?? '' }) : name}
          </MayLink>
        </p>
        <p className={styles.small}>
          {kind === 'report' ? t('upload_report', { n: figures ?? 0 }) : t(`upload_${kind}`)}
        </p>
      </div>
      <div className={styles.end}>
        {days === null ? <span className={styles.small}>{t('noDate')}</span> : <Remaining days={days} />}
        <p className={styles.small}>{due ?? MISSING}</p>
      </div>
    </li>
  );
}
