import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { ammeter } from '#resource/archive/ammeter.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { gaugeVerifyConfigure } from '#resource/yunshui/gaugeVerifyConfigure.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { allQuery } from '#web/resource/rows.ts';
import { ValueCell } from '#web/resource/ValueCell.tsx';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { MeterHead } from '../contract.ts';
import { Way } from './Way.tsx';
import { RowPanel } from './RowPanel.tsx';
import kit from '#web/ui/kit.module.css';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** What is recorded of a meter: here, and in the metering archive with its verifications. */
export default function ArchiveTab({ head }: { readonly head: MeterHead }) {
  const t = useObjectPageTexts();
  const mayMeter = useMay('archive.ammeter.view');
  const mayGauge = useMay('yunshui.gaugeConfigure.view');
  const { ammeterId, verification } = head;
  return (
    <div className={kit.stack}>
      {mayMeter && <RowPanel resource={ammeter} id={ammeterId} title={t('record')} />}
      {mayGauge &&
        (verification ? (
          <>
            <RowPanel resource={gaugeConfigure} id={verification.gaugeId} title={t('gauge')} />
            <Certificates gaugeId={verification.gaugeId} />
          </>
        ) : (
          <Panel title={t('gauge')}>
            <EmptyState why={t('gaugeNone')} next={t('gaugeNoneNext')} height={120}>
              <Way code="yunshui.gaugeConfigure.view" goal={{ to: gaugeConfigure.screen }}>
                {t('toGauges')}
              </Way>
            </EmptyState>
          </Panel>
        ))}
    </div>
  );
}

const COLUMNS = ['verifyTime', 'verifyOrg', 'serNo', 'manageNo', 'remark'] as const;

/** The verifications of an archive meter, the latest first. */
function Certificates({ gaugeId }: { readonly gaugeId: number }) {
  const t = useObjectPageTexts();
  const say = useText();
  const may = useMay('yunshui.gaugeVerifyConfigure.view');
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const answer = useQuery({
    ...allQuery(gaugeVerifyConfigure, [{ field: 'gaugeId', op: 'eq', value: gaugeId }]),
    enabled: may,
  });
  if (!may) return null;
  const all = answer.data?.toSorted((a, b) => (String(a['verifyTime']) < String(b['verifyTime']) ? 1 : -1));
  return (
    <Panel title={t('certificates')} flush>
      <ListTable<ResourceRow>
        label={t('certificates')}
        columns={COLUMNS.map((name) => {
          const field = gaugeVerifyConfigure.fields[name];
          return {
            key: name,
            title: say(field.label),
            render: (row) => <ValueCell name={name} field={field} row={row} slots={{}} />,
          };
        })}
        rows={all?.slice((page.current - 1) * page.size, page.current * page.size)}
        keyOf={(row) => row.id}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        total={all?.length ?? null}
        page={(all?.length ?? 0) > page.size ? page : null}
        onPage={(current, size) => setPage({ current, size })}
        empty={
          <EmptyState why={t('certificatesNone')} height={100}>
            <Way code="yunshui.gaugeVerifyConfigure.add" goal={{ to: gaugeVerifyConfigure.screen }}>
              {t('toCertificates')}
            </Way>
          </EmptyState>
        }
      />
    </Panel>
  );
}
