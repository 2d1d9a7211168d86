import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { companyCheckitem } from '#resource/yunshui/companyCheckitem.ts';
import { PreviewDialog } from '#feature/archive/archiveFile/web/public.ts';
import { useMay } from '#web/session/session.ts';
import { shownValue } from '#web/resource/shownValue.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { PlanView, ReviewRow } from '../contract.ts';
import type { Changes } from './changes.ts';
import { textOf, useReviewTexts } from './review.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Review.module.css';

const NONCONFORM = 'nonconform';

interface ItemTableProps {
  readonly view: PlanView;
  readonly mayEdit: boolean;
  readonly changes: Changes;
  readonly onChange: (itemId: number, key: string, value: string) => void;
  readonly onAttach: (itemId: number) => void;
}

/** The check list of a plan; what the state leaves open is written in place. */
export function ItemTable({ view, mayEdit, changes, onChange, onAttach }: ItemTableProps) {
  const t = useReviewTexts();
  const mayUpload = useMay('yunshui.checkplanCheckfile.add');
  const [shown, setShown] = useState<ReviewRow | null>(null);
  const cell = (item: ReviewRow): CellProps => ({
    item,
    answer: mayEdit && view.open.includes('answer'),
    mend: mayEdit && view.open.includes('mend'),
    value: (key) => changes[item.id]?.[key] ?? textOf(item, key),
    set: (key, next) => onChange(item.id, key, next),
  });
  const columns: TableColumn<ReviewRow>[] = [
    { key: 'clause', title: t('clause'), render: (item) => textOf(item, 'clauseNo') },
    {
      key: 'requirement',
      title: t('requirement'),
      classOf: () => styles['requirement'],
      render: (item) => textOf(item, 'requirement'),
    },
    { key: 'result', title: t('result'), render: (item) => <Result {...cell(item)} /> },
    {
      key: 'finding',
      title: t('finding'),
      render: (item) => (
        <div className={styles['stack']}>
          <Words {...cell(item)} field="finding" label={t('finding')} open={cell(item).answer} max={500} />
        </div>
      ),
    },
    { key: 'mend', title: t('mend'), render: (item) => <Mending {...cell(item)} /> },
    {
      key: 'evidence',
      title: t('evidence'),
      render: (item) => (
        <>
          <ul className={kit.list}>
            {view.files
              .filter((file) => file['checkItemId'] === item.id)
              .map((file) => (
                <li key={file.id}>
                  <Button kind="link" onClick={() => setShown(file)}>
                    {String(shownValue(file, 'fileName'))}
                  </Button>
                </li>
              ))}
          </ul>
          {mayUpload && view.open.length > 0 && (
            <Button
              kind="link"
              aria-label={`${textOf(item, 'clauseNo')} ${t('attach')}`}
              onClick={() => onAttach(item.id)}
            >
              {t('attach')}
            </Button>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <Table<ReviewRow>
        look="rows"
        className={`${styles['table']} ${styles['wide']}`}
        scroll={{ label: t('items'), height: '60vh', framed: true }}
        columns={columns}
        rows={view.items}
        keyOf={({ id }) => id}
      />
      {shown && <PreviewDialog row={shown} onClose={() => setShown(null)} />}
    </>
  );
}

interface CellProps {
  readonly item: ReviewRow;
  /** The state of the plan leaves open whether a clause is met. */
  readonly answer: boolean;
  /** It leaves open what was corrected. */
  readonly mend: boolean;
  readonly value: (key: string) => string;
  readonly set: (key: string, next: string) => void;
}

interface WordsProps extends CellProps {
  readonly field: 'finding' | 'rectifyResult' | 'verifiedBy';
  readonly label: string;
  readonly open: boolean;
  readonly max: number;
}

function Words({ item, value, set, field, label, open, max }: WordsProps) {
  if (!open) return value(field) && <span title={label}>{value(field)}</span>;
  return (
    <Input.TextArea
      aria-label={`${textOf(item, 'clauseNo')} ${label}`}
      autoSize={{ minRows: 1, maxRows: 6 }}
      placeholder={label}
      maxLength={max}
      value={value(field)}
      onChange={(event) => set(field, event.target.value)}
    />
  );
}

function Result({ item, answer, value, set }: CellProps) {
  const t = useReviewTexts();
  const say = useText();
  const options = Object.entries(companyCheckitem.fields.result.options ?? {}).map(([key, label]) => ({
    value: key,
    label: say(label),
  }));
  const result = value('result');
  const bad = result === NONCONFORM;
  if (!answer)
    return (
      <span className={bad ? styles['bad'] : undefined}>
        {options.find((one) => one.value === result)?.label ?? '--'}
      </span>
    );
  return (
    <Select
      aria-label={`${textOf(item, 'clauseNo')} ${t('result')}`}
      style={{ width: 170 }}
      value={result || null}
      onChange={(next: string) => set('result', next)}
      options={options}
      {...(bad ? { status: 'error' as const } : {})}
    />
  );
}

/** What is to be done about a clause that is not met, until when, and who looked at it. */
function Mending(props: CellProps) {
  const { item, mend, value, set } = props;
  const t = useReviewTexts();
  if (value('result') !== NONCONFORM) return null;
  const deadline = value('rectifyDeadline');
  return (
    <div className={styles['stack']}>
      {mend ? (
        <DatePicker
          aria-label={`${textOf(item, 'clauseNo')} ${t('deadline')}`}
          placeholder={t('deadline')}
          value={deadline ? dayjs(deadline) : null}
          onChange={(day) => set('rectifyDeadline', day ? day.format('YYYY-MM-DD') : '')}
        />
      ) : (
        <span>{deadline}</span>
      )}
      <Words {...props} field="rectifyResult" label={t('corrected')} open={mend} max={500} />
      <Words {...props} field="verifiedBy" label={t('verifiedBy')} open={mend} max={20} />
    </div>
  );
}
