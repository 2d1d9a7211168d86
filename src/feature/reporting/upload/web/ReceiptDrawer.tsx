import { useQuery } from '@tanstack/react-query';
import { FIGURE_STATES } from '#contract/upload.ts';
import { MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { post } from '#web/api.ts';
import { writeOpen } from '#web/provenance/openBucket.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { ProvenanceDrawer, ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { FigureAnswer, ReceiptLine } from '../contract.ts';
import { figureQuery, refreshReporting } from './calls.ts';
import { FIGURE_STATUS } from './record.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

const AGAIN = ['refused', 'held', 'unknown', 'waiting'];

/** Everything behind one figure: its value, where that comes from, what was sent and what was answered. */
export function ReceiptDrawer({
  id,
  timeZone,
  onClose,
}: {
  readonly id: number;
  readonly timeZone: string;
  readonly onClose: () => void;
}) {
  const t = useReportTexts();
  const answer = useQuery(figureQuery(id));
  return (
    <ProvenanceDrawer title={`${t('receipt')} ${answer.data?.itemName ?? ''}`.trim()} onClose={onClose}>
      {answer.isError ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={160} />
      ) : answer.data ? (
        <Receipt figure={answer.data} timeZone={timeZone} />
      ) : (
        <LoadingState height={240} />
      )}
    </ProvenanceDrawer>
  );
}

function Receipt({ figure, timeZone }: { readonly figure: FigureAnswer; readonly timeZone: string }) {
  const t = useReportTexts();
  const say = useText();
  const { state, sentText, sentUnit, revision } = figure;
  return (
    <div className={`${kit.facts} ${styles.receipt}`}>
      <p>
        <code>{figure.dataCode}</code> {t('statBegins', { period: figure.period })}
      </p>
      <p className={`${kit.words} ${styles.big}`}>
        <b>{sentText ?? MISSING}</b> {sentUnit}
        <span>{t('revision', { n: revision })}</span>
        <StatusDot status={FIGURE_STATUS[state]} text={say(FIGURE_STATES[state])} />
      </p>
      {figure.cause && (
        <ProvenanceStep title={t('cause')}>
          <p>{[figure.heldRule, figure.cause].filter(Boolean).join(' ')}</p>
        </ProvenanceStep>
      )}
      <Origin figure={figure} />
      <ProvenanceStep title={t('request')}>
        <dl>
          <Line
            label="sha256"
            value={figure.sha256 && `${figure.sha256.slice(0, 8)}…${figure.sha256.slice(-8)}`}
          />
          <Line label={t('rawValue')} value={figure.rawValue} />
          <Line label={t('ratio')} value={figure.convertRation} />
          <Line label={t('coal')} value={figure.coal && `${figure.coal} tce`} />
          <Line
            label={t('coverage')}
            value={figure.coverage === null ? null : `${Math.floor(figure.coverage * 10_000) / 100}%`}
          />
          {figure.platformValue && <Line label={t('platformHas')} value={figure.platformValue} />}
        </dl>
      </ProvenanceStep>
      {figure.revisions.map((one) => (
        <ProvenanceStep
          key={one.id}
          title={t('revision', { n: one.revision })}
          aside={`${one.sentText ?? MISSING} · ${t('tries', { n: one.attempts })}`}
        >
          <Attempts lines={one.receipts} timeZone={timeZone} />
        </ProvenanceStep>
      ))}
      <Foot figure={figure} />
    </div>
  );
}

function Line({ label, value }: { readonly label: string; readonly value: string | null }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value ?? MISSING}</dd>
    </>
  );
}

const SIGNS: Readonly<Record<string, string>> = { 1: '+', 2: '\u2212', 3: '×', 4: '÷' };

/** The meters behind the figure; each leads to where its own value comes from. */
function Origin({ figure: { meters, bucket } }: { readonly figure: FigureAnswer }) {
  const t = useReportTexts();
  return (
    <ProvenanceStep title={t('origin')}>
      {meters.length === 0 ? (
        <p>{t('byHand')}</p>
      ) : (
        <ul className={`${kit.list} ${styles.meters}`}>
          {meters.map((meter) => (
            <li key={`${meter.ammeterId ?? ''} ${meter.name}`}>
              <span>{SIGNS[meter.arithmetic]}</span>
              {meter.ammeterId === null ? (
                meter.name
              ) : (
                <PageLink
                  kind="meter"
                  id={meter.ammeterId}
                  part={{ tab: 'use', open: writeOpen({ level: bucket.level, at: bucket.at, meter: null }) }}
                >
                  {meter.name}
                </PageLink>
              )}
              <b>
                {meter.value ?? MISSING} {meter.unit}
              </b>
              {meter.share !== '1' && <span>× {meter.share}</span>}
            </li>
          ))}
        </ul>
      )}
    </ProvenanceStep>
  );
}

/** The attempts of a revision, the last first: when each left, and what was answered. */
function Attempts({
  lines,
  timeZone,
}: {
  readonly lines: readonly ReceiptLine[];
  readonly timeZone: string;
}) {
  const t = useReportTexts();
  const attempts = [...new Set(lines.map(({ attempt }) => attempt))].toSorted((a, b) => b - a);
  if (attempts.length === 0) return <p className={styles.quiet}>{MISSING}</p>;
  return (
    <ol className={styles.attempts}>
      {attempts.map((attempt) => {
        const of = (phase: ReceiptLine['phase']) =>
          lines.find((one) => one.attempt === attempt && one.phase === phase);
        const [sent, said] = [of('sent'), of('answered')];
        return (
          <li key={attempt} value={attempt}>
            <p>
              <b>{sent ? secondAt(timeZone, sent.at) : MISSING}</b>
              <span>{said?.httpStatus == null ? t('noAnswer') : `HTTP ${said.httpStatus}`}</span>
              <span>{said?.ms == null ? MISSING : `${said.ms} ms`}</span>
            </p>
            {said && <p>{[said.code, said.message].filter(Boolean).join(' ') || MISSING}</p>}
            <p className={styles.quiet}>
              {said?.platformTime && t('platformTime', { at: said.platformTime })}{' '}
              {said?.receiptNo && t('receiptNo', { no: said.receiptNo })}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/** What may be done with the figure. */
function Foot({ figure }: { readonly figure: FigureAnswer }) {
  const t = useReportTexts();
  const may = useMay('yunshui.uploadRecord.send');
  const { state, body } = figure;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(body ?? '');
    notify('success', t('copied'));
  };
  const again = async (): Promise<void> => {
    const good = await post('yunshui/enterpriseInfo/reUpload', { uploadDetailId: figure.id }).then(
      () => true,
      () => false,
    );
    if (good) notify('success', t('againStarted'));
    await refreshReporting();
  };
  return (
    <>
      <p className={styles.quiet}>{t('kept')}</p>
      <p className={kit.bar}>
        {body && <Button onClick={() => void copy()}>{t('copy')}</Button>}
        {may && AGAIN.includes(state) && <Button onClick={() => void again()}>{t('again')}</Button>}
      </p>
    </>
  );
}
