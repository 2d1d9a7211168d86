import { momentAt } from '#domain/time/text.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { isOf, withTrial } from './draft.ts';
import { DraftForm } from './DraftForm.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Replay.module.css';
import { Results } from './Results.tsx';
import { type BenchState, useBench } from './useBench.ts';
import { useReplayTexts } from './useReplayTexts.ts';

/** A draft of an alarm rule, tried on the readings of the past before it may ring. */
export default function ReplayPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Bench key={consumer.orgId} consumerId={consumer.orgId} />;
}

function Bench({ consumerId }: { readonly consumerId: number }) {
  const t = useReplayTexts();
  const bench = useBench();
  const { address, change, found, draft } = bench;
  return (
    <div className={styles.page}>
      <DraftPanel consumerId={consumerId} bench={bench} />
      <div className={kit.stack}>
        {found ? (
          <Results
            answer={found}
            waiting={bench.waiting}
            meterId={address.meter}
            rule={bench.rule}
            draft={draft}
            fresh={isOf(draft, found)}
            onPage={(page) => change({ page, meter: undefined })}
            onMeter={(meter) => change({ meter })}
            onApply={(trial) => bench.start(withTrial(draft, trial))}
          />
        ) : (
          <Panel>
            {bench.failure !== null ? (
              <ErrorState what={bench.failure} onRetry={() => bench.start(draft)} height={320} />
            ) : bench.running || bench.loading ? (
              <LoadingState height={320} />
            ) : (
              <EmptyState why={t('nothingYet')} next={t('nothingNext')} height={320} />
            )}
          </Panel>
        )}
      </div>
    </div>
  );
}

/** The draft as a form. */
function DraftPanel({ consumerId, bench }: { readonly consumerId: number; readonly bench: BenchState }) {
  const t = useReplayTexts();
  const { address, change, found, draft } = bench;
  return (
    <Panel
      title={t('draft')}
      unit={found ? t('ended', { at: momentAt(found.timeZone, found.endedAt) }) : undefined}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          bench.start(draft);
        }}
      >
        <DraftForm
          consumerId={consumerId}
          alarmId={address.alarm}
          draft={draft}
          today={bench.today}
          inForce={found?.inForce ?? null}
          onAlarm={(id) =>
            change(
              { alarm: id ?? undefined, replay: undefined, page: undefined, meter: undefined },
              { push: true },
            )
          }
          onChange={bench.edit}
        />
        {bench.refusal !== null && <p role="alert">{bench.refusal}</p>}
        <Buttons bench={bench} />
      </form>
    </Panel>
  );
}

function Buttons({ bench }: { readonly bench: BenchState }) {
  const t = useReplayTexts();
  return (
    <p className={styles.buttons}>
      <output className={`${kit.quiet} ${styles.grow}`}>
        {bench.running ? t('running', { percent: bench.percent }) : ''}
      </output>
      {bench.running ? (
        <Button onClick={bench.stop}>{t('stop')}</Button>
      ) : (
        <Button disabled={!bench.changed} onClick={bench.discard}>
          {t('discard')}
        </Button>
      )}
      <Button kind="primary" type="submit" disabled={bench.starting || bench.running}>
        {t('run')}
      </Button>
    </p>
  );
}
