import { Checkbox, Table } from 'antd';
import { useMemo, useState } from 'react';
import { PAGE_SIZES } from '#contract/envelope.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { Missing, NumberText } from '#web/ui/NumberText.tsx';
import { formatChange, formatFull, formatNumber, formatPercent, type Scale } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { scrollByKeys } from '#web/ui/scrollByKeys.ts';
import { qualityOf, shareOf } from '#web/provenance/quality.ts';
import type { AnalysisColumn, AnalysisRow, Opens, RowObject } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { isNumber, scalesOf } from '#domain/figure/scales.ts';
import type { Analysis } from './analysis.ts';
import kit from '#web/ui/kit.module.css';
import styles from './AnalysisPage.module.css';
import { unitText } from '#web/ui/unit.ts';

/** Rows at first: they are the points of the chart above, 24 hours or 31 days stand together (decision 125). */
const POINTS = 50;

export interface AnalysisTableProps {
  readonly answer: AnalysisAnswer;
  readonly only: Analysis['only'];
  readonly openAt: number | null;
  readonly onOpen: (opens: Opens) => void;
  readonly onObject: (object: RowObject) => void;
}

/** The rows of an answer; each opens where its figure comes from, or asks about its object. */
export function AnalysisTable({ answer, only, openAt, onOpen, onObject }: AnalysisTableProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('analysisFrame');
  const text = useText();
  const scales = useMemo(() => scalesOf(answer), [answer]);
  const columns = answer.columns.filter(({ lineOnly }) => !lineOnly);
  const pressed = answer.columns[keyColumn(answer)];
  const [chosen, choose] = useState(false);
  // Rows that came anew, of another question or of a standard that was set, begin with their first page (R300).
  const [page, setPage] = useState({ of: answer.rows, current: 1 });
  const rows = only && chosen ? answer.rows.filter(only.keeps) : answer.rows;
  return (
    <Panel
      title={t('table')}
      flush
      extra={
        only && (
          <Checkbox checked={chosen} onChange={(event) => choose(event.target.checked)}>
            {text(only.label)}
          </Checkbox>
        )
      }
    >
      <Table<AnalysisRow>
        ref={scrollByKeys}
        size="small"
        rowKey="key"
        dataSource={rows}
        scroll={{ x: 'max-content', y: 420 }}
        pagination={
          only && chosen
            ? false
            : {
                current: page.of === answer.rows ? page.current : 1,
                onChange: (current) => setPage({ of: answer.rows, current }),
                pageSizeOptions: [...PAGE_SIZES],
                defaultPageSize: POINTS,
                showSizeChanger: true,
                hideOnSinglePage: true,
                showTotal: (n) => t('rows', { n }),
              }
        }
        rowClassName={(row) => (row.opens && row.opens.at === openAt ? (styles['opened'] ?? '') : '')}
        columns={[
          ...columns.map((column) => ({
            key: column.key,
            title: <Head column={column} scale={scales.get(column.key)} />,
            align: isNumber(column) ? ('right' as const) : ('left' as const),
            ...(isNumber(column) ? { sorter: byColumn(column.key) } : {}),
            render: (_: unknown, row: AnalysisRow) => (
              <CellText
                row={row}
                column={column}
                scale={scales.get(column.key)}
                pressable={column === pressed}
                onOpen={onOpen}
                onObject={onObject}
              />
            ),
          })),
          {
            key: 'quality',
            title: t('quality'),
            render: (_: unknown, row: AnalysisRow) => <Quality row={row} unfinished={t('unfinished')} />,
          },
        ]}
        locale={{ emptyText: text({ zh: '暂无数据', en: 'No data' }) }}
      />
    </Panel>
  );
}

/** The column by which a row is pressed: its energy where it opens one, its name where it is an object. */
const keyColumn = (answer: AnalysisAnswer): number =>
  answer.rows.some((row) => row.object)
    ? answer.columns.findIndex((column) => column.key === 'name')
    : answer.columns.findIndex((column) => column.kind === 'amount');

const byColumn = (key: string) => (a: AnalysisRow, b: AnalysisRow) =>
  Number(a.cells[key] ?? -Infinity) - Number(b.cells[key] ?? -Infinity);

/** The head of a column with the unit of its values. */
export function Head({ column, scale }: { column: AnalysisColumn; scale: Scale | undefined }) {
  const text = useText();
  return (
    <>
      {text(column.label)} {scale && <span className={styles['unit']}>{unitText(scale.unit)}</span>}
    </>
  );
}

interface CellProps extends Pick<AnalysisTableProps, 'onOpen' | 'onObject'> {
  readonly row: AnalysisRow;
  readonly column: AnalysisColumn;
  readonly scale: Scale | undefined;
  readonly pressable: boolean;
}

/** A value in words; pressed, it opens where it comes from or leads to its object. */
export function CellText({ row, column, scale, pressable, onOpen, onObject }: CellProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('analysisFrame');
  const value = row.cells[column.key] ?? null;
  const say = useText();
  const shown = typeof value === 'object' && value !== null ? say(value) : valueText(value, column, scale);
  const { opens, object, why } = row;
  const reason = value === null ? why?.[column.key] : undefined;
  if (reason) return <span title={say(reason)}>{shown}</span>;
  if (!pressable || value === null || (!opens && !object)) return shown;
  return (
    <button
      type="button"
      className={`${kit.press} ${styles.press}`}
      title={opens ? t('openOrigin') : undefined}
      onClick={() => (opens ? onOpen(opens) : object && onObject(object))}
    >
      {shown}
    </button>
  );
}

function valueText(
  value: string | number | null,
  { kind, unit, signed }: AnalysisColumn,
  scale: Scale | undefined,
) {
  if (value === null) return <Missing />;
  if (typeof value === 'string') return value;
  if (kind === 'change') return formatChange(value);
  if (kind === 'share') return formatPercent(value, 1);
  if (kind === 'price') {
    const decimals = Math.abs(value) < 10 ? 6 : 2;
    return <span title={formatFull(value)}>{formatFull(Number(value.toFixed(decimals)))}</span>;
  }
  if (kind === 'count') return formatNumber(value, 0);
  return scale ? (
    <NumberText value={value} scale={scale} signed={signed} baseUnit={unit ?? ''} />
  ) : (
    String(value)
  );
}

/** How good the data behind a row are. */
export function Quality({ row, unfinished }: { row: AnalysisRow; unfinished: string }) {
  const quality = qualityOf(row.flags);
  return (
    <span className={styles['marks']}>
      {row.unfinished && <span>{unfinished}</span>}
      {quality && <QualityTag quality={quality} />}
      <CoverageMark coverage={shareOf(row.coverage)} />
    </span>
  );
}
