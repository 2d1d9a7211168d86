import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { get } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { type Say, useTexts } from '#web/text/useTexts.ts';
import { sizeText } from '#web/text/sizeText.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { SealedData, SealedMonth } from '../contract.ts';
import { ExportsPanel } from './ExportsPanel.tsx';
import styles from './SealedData.module.css';
import type { texts } from './texts.ts';

function readPlace(raw: RawAddress) {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

type Sizes = Pick<
  SealedMonth,
  'asRowsBytes' | 'sealedBytes' | 'figureAsRowsBytes' | 'figureBytes' | 'values'
>;
const freed = ({ asRowsBytes, sealedBytes, figureAsRowsBytes, figureBytes }: Sizes): string => {
  const bytes = asRowsBytes - sealedBytes + figureAsRowsBytes - figureBytes;
  return bytes > 0 ? sizeText(bytes) : MISSING;
};
const bytesEach = ({ sealedBytes, values }: Sizes): string =>
  values === 0 ? MISSING : formatNumber(sealedBytes / values, 2);

/** What of the readings is sealed, by month, and what that frees. */
export default function SealedDataPage() {
  const t = useTexts<typeof texts>('sealedData');
  const { consumer } = useConsumer();
  const [{ page, size }, change] = useAddress(readPlace);
  const answer = useQuery({
    queryKey: ['sealedData', page, size],
    queryFn: ({ signal }) =>
      get<SealedData>('sys/sealedData/getList', { pageNo: page, pageSize: size }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  const sum = answer.data?.sum;
  const days = answer.data?.afterDays;
  const sized = (bytes: number | undefined): string => (bytes === undefined ? MISSING : sizeText(bytes));
  return (
    <div className={styles.page}>
      {answer.data && (
        <p className={styles.note}>
          {days == null ? t('off') : t('on', { n: days })} {t('same')}
        </p>
      )}
      <Panel flush>
        <KeyFigures
          compact
          loading={!sum}
          figures={[
            { key: 'blocks', label: t('blocks'), value: formatNumber(sum?.blocks, 0) },
            { key: 'values', label: t('values'), value: formatNumber(sum?.values, 0) },
            { key: 'sealed', label: t('sealed'), value: sized(sum?.sealedBytes) },
            { key: 'figures', label: t('figures'), value: sized(sum?.figureBytes) },
            { key: 'each', label: t('bytesEach'), value: sum ? bytesEach(sum) : MISSING },
            { key: 'freed', label: t('freed'), value: sum ? freed(sum) : MISSING },
            { key: 'open', label: t('open'), value: sized(sum?.openBytes) },
          ]}
        />
      </Panel>
      <Panel flush>
        <ListTable<SealedMonth>
          label={t('list')}
          columns={columnsOf(t)}
          {...answerOf(answer)}
          keyOf={(row) => row.month}
          page={{ current: page, size }}
          onPage={(next, nextSize) => change({ page: next, size: nextSize })}
          empty={<EmptyState why={t('empty')} next={t('emptyNext')} height={240} />}
        />
      </Panel>
      {consumer && <ExportsPanel key={consumer.orgId} consumerId={consumer.orgId} name={consumer.orgName} />}
    </div>
  );
}

function columnsOf(t: Say<typeof texts>): TableColumn<SealedMonth>[] {
  const figure = (
    key: keyof typeof texts,
    render: (row: SealedMonth) => string,
  ): TableColumn<SealedMonth> => ({
    key,
    title: t(key),
    end: true,
    render,
  });
  return [
    { key: 'month', title: t('month'), rowHead: true, render: (row) => row.month.slice(0, 7) },
    figure('meters', (row) => formatNumber(row.meters, 0)),
    figure('rows', (row) => formatNumber(row.rows, 0)),
    figure('values', (row) => formatNumber(row.values, 0)),
    figure('sealed', (row) => (row.meters === 0 ? MISSING : sizeText(row.sealedBytes))),
    figure('bytesEach', bytesEach),
    figure('buckets', (row) => (row.buckets === 0 ? MISSING : formatNumber(row.buckets, 0))),
    figure('figures', (row) => (row.buckets === 0 ? MISSING : sizeText(row.figureBytes))),
    figure('freed', freed),
    figure('open', (row) => sizeText(row.openBytes)),
  ];
}
