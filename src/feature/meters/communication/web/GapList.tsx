import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import type { Params } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { spanText } from '#domain/time/text.ts';
import { ageText } from '#web/ui/age.ts';
import type { RateGap } from '../contract.ts';
import { gapsQuery } from './calls.ts';
import { RepairLink } from './RepairLink.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface GapListProps {
  readonly question: Params;
  /** Only one meter is shown: shows all of them. */
  readonly onAll?: () => void;
}

/** The gaps of a period, the longest first, each with the way to its repair. */
export function GapList({ question, onAll }: GapListProps) {
  const t = useCommunicationTexts();
  const mayRepair = useMay('SDNMonitoring.MeterRepair');
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const answer = useQuery(gapsQuery({ ...question, current: page.current, pageSize: page.size }));
  return (
    <ListTable<RateGap>
      label={t('gaps')}
      columns={[
        {
          key: 'gap',
          title: t('gap'),
          render: (gap) => {
            const text = spanText(gap.timeZone, gap.from, gap.to);
            if (!mayRepair) return text;
            return (
              <RepairLink ammeterId={gap.ammeterId} zone={gap.timeZone} from={gap.from} to={gap.to}>
                {text}
              </RepairLink>
            );
          },
        },
        {
          key: 'meter',
          title: t('meter'),
          render: (gap) => (
            <PageLink kind="meter" id={gap.ammeterId} quiet>
              {gap.ammeterName}
            </PageLink>
          ),
        },
        { key: 'code', title: t('meterCode'), render: (gap) => gap.ammeterCode },
        {
          key: 'length',
          title: t('length'),
          end: true,
          render: (gap) => ageText((gap.to - gap.from) / 1000),
        },
        {
          key: 'missing',
          title: t('missing'),
          unit: t('ofReadings'),
          end: true,
          render: (gap) => formatNumber(gap.missing, 0),
        },
      ]}
      {...answerOf(answer)}
      keyOf={(gap) => `${gap.ammeterId} ${gap.from}`}
      page={page}
      onPage={(current, size) => setPage({ current, size })}
      empty={<EmptyState why={t('noGap')} height={160} />}
      foot={
        onAll && (
          <Button kind="link" onClick={onAll}>
            {t('gapsOfAll')}
          </Button>
        )
      }
    />
  );
}
