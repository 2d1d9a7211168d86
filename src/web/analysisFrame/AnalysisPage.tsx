import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, useMemo, useState } from 'react';
import { useSavedViews } from '#feature/house/savedView/web/public.ts';
import { NeverHeard } from '#web/ui/NeverHeard.tsx';
import { qualityOf, shareOf } from '#web/provenance/quality.ts';
import { meterOfNode } from '#web/chart/flowChart.ts';
import { ENERGY } from '#contract/energyType.ts';
import { useAddress } from '#web/address.ts';
import { get, type Params } from '#web/api.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { meterGoal, pageGoal } from '#web/pageGoal.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import {
  formatChange,
  formatFull,
  formatNumber,
  formatPercent,
  formatScaled,
  formatSpan,
  scaleFor,
} from '#domain/figure/number.ts';
import { addDays } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ExplainedPage } from '#web/provenance/ExplainedPage.tsx';
import { CLOSED, type Opening, useOpened } from '#web/provenance/useOpened.ts';
import { useGo } from '#web/ui/useGo.ts';
import type { AnalysisFigure, RowObject } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { firstRange, fitRange } from '#domain/time/range.ts';
import { spanRange } from '#domain/time/span.ts';
import { readAddress } from './address.ts';
import type { Analysis } from './analysis.ts';
import { AnalysisFilter } from './AnalysisFilter.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './AnalysisPage.module.css';
import { AnalysisTable } from './AnalysisTable.tsx';
import { CutNote } from './CutNote.tsx';

/** The screen of an analysis; views are kept under its name, or that of the screen it is a part of. */
export const pageOf = (analysis: Analysis, screen: string = analysis.name): ComponentType =>
  function Page() {
    return <AnalysisPage analysis={analysis} screen={screen} />;
  };

function AnalysisPage({ analysis, screen }: { analysis: Analysis; screen: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('analysisFrame');
  const say = useText();
  const chart = useTexts<typeof import('#web/chart/texts.ts').texts>('chart');
  const { consumer } = useConsumer();
  const go = useGo();
  const views = useSavedViews(screen);
  const [address, change] = useAddress(readAddress);
  const { opened, open } = useOpened();
  const [now] = useState(() => Date.now());
  const interval = analysis.intervals.find((code) => code === address.interval) ?? analysis.intervals[0];
  const who = {
    orgId: address.meter === null ? (address.org ?? consumer?.orgId ?? null) : null,
    dataAmmeterId: address.meter,
    dataType: address.meter !== null ? null : analysis.electricity ? ENERGY.electricity : address.type,
  };
  const by = analysis.choice?.options.find((option) => option.value === address.by)?.value;
  // Until the zone of the site is known, today is told by the clock of most sites.
  const [zone, setZone] = useState(HOME_ZONE);
  const today = dateAt(zone, now);
  const end = address.end ?? today;
  const first = analysis.month
    ? { begin: `${end.slice(0, 7)}-01`, end }
    : analysis.days
      ? { begin: addDays(end, 1 - analysis.days), end }
      : firstRange(interval, end);
  const wanted = address.span ? spanRange(address.span, today) : { begin: address.begin ?? first.begin, end };
  const fitted = fitRange(interval, wanted, today, analysis.intervals);
  const range = { begin: fitted.begin, end: fitted.end };
  const subject = address.meter === null ? `o${who.orgId ?? 0}` : `m${address.meter}`;
  const params: Params = {
    ...who,
    interval,
    ...range,
    ...(analysis.choice && by ? { [analysis.choice.key]: by } : {}),
    ...analysis.more?.({ by: by ?? null, items: address.items, code: address.code }, range, subject),
  };
  const query = useQuery({
    queryKey: ['analysis', analysis.name, params],
    queryFn: ({ signal }) =>
      get<AnalysisAnswer>(`analysis/${analysis.name}/getData`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: consumer !== null && !views.opening,
  });
  const answer = query.data;
  if (answer && answer.subject.timeZone !== zone) setZone(answer.subject.timeZone);
  const charts = useMemo(
    () => (answer ? analysis.charts(answer, { say, chart }) : null),
    [analysis, answer, say, chart],
  );
  if (!consumer) return <NoConsumer />;
  const showObject = (object: RowObject): void =>
    go(pageGoal(object, { begin: address.begin ?? undefined, end: address.end ?? undefined }));
  return (
    <ExplainedPage whose={who} onMeter={(meter) => go(meterGoal(meter))}>
      <div className={kit.stack}>
        <AnalysisFilter
          analysis={analysis}
          views={views}
          consumerId={consumer.orgId}
          address={address}
          answer={answer}
          params={params}
          interval={interval}
          range={range}
          today={today}
          onChange={(part) => change({ ...part, ...CLOSED }, { push: true })}
        />
        <CutNote range={fitted} onChange={(part) => change({ ...part, ...CLOSED }, { push: true })} />
        {query.isError ? (
          <Panel>
            <ErrorState what={query.error.message} onRetry={() => void query.refetch()} height={320} />
          </Panel>
        ) : !answer ? (
          <Panel>
            <LoadingState height={480} />
          </Panel>
        ) : answer.subject.meters.length === 0 ? (
          <Panel>
            <EmptyState why={t('noMeter')} next={t('noMeterNext')} height={320} />
          </Panel>
        ) : answer.rows.length === 0 && analysis.empty ? (
          <Panel>
            <EmptyState why={say(analysis.empty.why)} next={say(analysis.empty.next)} height={320}>
              {analysis.empty.link && (
                <Link to={analysis.empty.link.to}>{say(analysis.empty.link.text)}</Link>
              )}
            </EmptyState>
          </Panel>
        ) : (
          <div
            className={`${kit.stack} ${query.isPlaceholderData ? styles['stale'] : ''}`}
            aria-busy={query.isPlaceholderData}
          >
            {answer.figures.length > 0 && (
              <KeyFigures compact figures={answer.figures.map((figure) => shown(figure, say, open))} />
            )}
            <NeverHeard meters={answer.subject.neverHeard} />
            {analysis.Before && (
              <analysis.Before answer={answer} params={params} onOpen={open} onObject={showObject} />
            )}
            {charts?.map((model) => (
              <ChartPanel
                key={model.name}
                model={model}
                height={analysis.height ?? 280}
                onPickNode={(id) => {
                  const meter = meterOfNode(answer.tree?.tree ?? null, id);
                  if (meter !== null) showObject({ dataAmmeterId: meter });
                }}
                {...(answer.rows.some((row) => row.opens)
                  ? {
                      onPick: (i: number) => {
                        const opens = answer.rows[i]?.opens;
                        if (opens) open(opens);
                      },
                    }
                  : {})}
              />
            ))}
            {analysis.Panels && (
              <analysis.Panels answer={answer} params={params} onOpen={open} onObject={showObject} />
            )}
            <AnalysisTable
              answer={answer}
              only={analysis.only}
              openAt={opened?.at ?? null}
              onOpen={open}
              onObject={showObject}
            />
          </div>
        )}
      </div>
    </ExplainedPage>
  );
}

/** A figure of an answer as the strip shows it. */
function shown(
  figure: AnalysisFigure,
  say: ReturnType<typeof useText>,
  open: (bucket: Opening) => void,
): KeyFigure {
  const { key, label, value, kind, unit = '', span, note, change, coverage, flags, opens, why } = figure;
  const scale = scaleFor(unit, [value, span?.from, span?.to]);
  const quality = qualityOf(flags ?? []);
  return {
    key,
    label: say(label),
    value:
      kind === 'change'
        ? formatChange(value)
        : kind === 'share'
          ? formatPercent(value, 1)
          : kind === 'count'
            ? formatNumber(value, 0)
            : span
              ? formatSpan(span, scale)
              : formatScaled(value, scale),
    ...(kind === 'amount' ? { unit: scale.unit, full: `${formatFull(value)} ${unit}` } : {}),
    ...(coverage === undefined || value === null ? {} : { coverage: shareOf(coverage) }),
    ...(quality ? { quality } : {}),
    ...(value === null && why
      ? { full: say(why), comparison: { label: say(why), value: '', title: say(why) } }
      : note
        ? { comparison: { label: say(note), value: change === undefined ? '' : formatPercent(change, 1) } }
        : {}),
    ...(opens ? { onOpen: () => open(opens) } : {}),
  };
}
