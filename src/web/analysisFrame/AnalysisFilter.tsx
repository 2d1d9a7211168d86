import { type SavedViews, ViewMenu } from '#feature/house/savedView/web/public.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import type { Params } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { type Interval, INTERVAL_CODES, INTERVALS } from '#contract/interval.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { clampRange, firstRange } from '#domain/time/range.ts';
import { spansFor } from '#domain/time/span.ts';
import type { AnalysisAddress } from './address.ts';
import type { Analysis } from './analysis.ts';
import { ObjectSelect } from '#web/ui/ObjectSelect.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { SpanField } from './SpanField.tsx';

export interface AnalysisFilterProps {
  readonly analysis: Analysis;
  readonly views: SavedViews;
  readonly consumerId: number;
  readonly address: AnalysisAddress;
  readonly answer: AnalysisAnswer | undefined;
  /** The question as it is asked. */
  readonly params: Params;
  readonly interval: Interval;
  readonly range: { readonly begin: string; readonly end: string };
  readonly today: string;
  readonly onChange: (part: Partial<Record<keyof AnalysisAddress, unknown>>) => void;
}

/** Who, which energy, which range and how fine; all in the address. */
export function AnalysisFilter(props: AnalysisFilterProps) {
  const { analysis, views, consumerId, address, answer, params, interval, range, today, onChange } = props;
  const t = useTexts<typeof import('./texts.ts').texts>('analysisFrame');
  const text = useText();
  const types = answer?.subject.dataTypes ?? [];
  const { choice, Field } = analysis;
  const subject = address.meter === null ? `o${address.org ?? consumerId}` : `m${address.meter}`;
  return (
    <FilterBar
      summary={[answer?.subject.name, `${range.begin} – ${range.end}`].filter(Boolean).join(' · ')}
      actions={
        <>
          <ViewMenu views={views} />
          {analysis.Actions && answer && (
            <analysis.Actions answer={answer} params={params} onOpen={() => {}} onObject={() => {}} />
          )}
          <ExportMenu call={`analysis/${analysis.name}/export`} params={params} />
        </>
      }
    >
      <ObjectSelect
        consumerId={consumerId}
        value={subject}
        onChange={(key) =>
          onChange(
            key.startsWith('m')
              ? { meter: Number(key.slice(1)), org: undefined }
              : { org: Number(key.slice(1)), meter: undefined },
          )
        }
      />
      {types.length > 1 && !analysis.allEnergies && !analysis.electricity && (
        <Segmented
          label={t('energy')}
          options={types.map((type) => ({ value: type, text: text(energyTypeOf(type).label) }))}
          value={answer?.subject.dataType ?? ''}
          onChange={(type) => onChange({ type })}
        />
      )}
      {analysis.intervals.length > 1 && (
        <Segmented
          label={t('interval')}
          options={INTERVAL_CODES.filter((code) => analysis.intervals.includes(code)).map((code) => ({
            value: code,
            text: text(INTERVALS[code].label),
          }))}
          value={interval}
          onChange={(next) => {
            if (address.span && spansFor(next, today).includes(address.span))
              return onChange({ interval: next });
            const kept = clampRange(next, range, today);
            const other = kept.cut === null ? kept : firstRange(next, range.end);
            onChange({ interval: next, begin: other.begin, end: other.end, span: undefined });
          }}
        />
      )}
      <SpanField
        interval={interval}
        span={address.span}
        usual={address.begin === null && address.end === null}
        today={today}
        onChange={(span) => onChange({ span, begin: undefined, end: undefined })}
      />
      <RangeField
        interval={interval}
        {...range}
        today={today}
        onChange={(next) => onChange({ ...next, span: undefined })}
      />
      {choice && (
        <Segmented
          label={text(choice.label)}
          options={choice.options.map((option) => ({ value: option.value, text: text(option.text) }))}
          value={address.by ?? choice.options[0]?.value ?? ''}
          onChange={(by) => onChange({ by, items: undefined })}
        />
      )}
      {Field && (
        <Field
          by={address.by}
          items={address.items}
          code={address.code}
          dataType={answer?.subject.dataType ?? null}
          consumerId={consumerId}
          subject={subject}
          range={range}
          today={today}
          onCode={(code) => onChange({ code })}
          onChange={(items) => onChange({ items: items.length > 0 ? items.join(',') : undefined })}
        />
      )}
    </FilterBar>
  );
}
