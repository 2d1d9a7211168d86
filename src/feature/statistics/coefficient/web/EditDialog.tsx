import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { FACTOR, FACTOR_TYPES, FACTOR_UNITS, type FactorType } from '#contract/factor.ts';
import { ApiError, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { unitText } from '#web/ui/unit.ts';
import type { CoefficientEdit, CoefficientRow } from '../contract.ts';
import styles from './Coefficient.module.css';
import type { texts } from './texts.ts';

export interface EditDialogProps {
  readonly orgId: number;
  /** One row for each energy type: what holds now. */
  readonly rows: readonly CoefficientRow[];
  readonly today: string;
  readonly onClose: () => void;
}

const TYPES = Object.keys(FACTOR_TYPES) as FactorType[];
/** Takes the own coefficient of the date away. */
const REMOVE = '-';

/** Sets an organisation's own coefficients from a date on, all energies at once. */
export function EditDialog({ orgId, rows, today, onClose }: EditDialogProps) {
  const t = useTexts<typeof texts>('coefficient');
  const say = useText();
  const [dt, setDt] = useState(`${today.slice(0, 4)}-01-01`);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  /** The lines that were typed, or what is wrong with one. */
  const read = (): CoefficientEdit[] | string => {
    const edits: CoefficientEdit[] = [];
    for (const { dataType, name } of rows)
      for (const type of TYPES) {
        const text = (typed[`${dataType} ${type}`] ?? '').normalize('NFKC').trim();
        if (text === '') continue;
        const factor = text === REMOVE ? null : Number(text);
        if (factor !== null && !(factor >= 0))
          return t('notNumber', { name: `${name} ${say(FACTOR_TYPES[type])}` });
        edits.push({ orgId, dataType, type, dt, factor });
      }
    return edits.length === 0 ? t('nothing') : edits;
  };
  const save = async (): Promise<void> => {
    const edits = read();
    if (typeof edits === 'string') return setProblem(edits);
    setBusy(true);
    setProblem(null);
    try {
      await post('archive/coefficient/editAll', { json: JSON.stringify(edits) }, { quiet: true });
      notify('success', t('saved'));
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['archive', 'coefficient'] });
      await queryClient.invalidateQueries({ queryKey: ['analysis'] });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const columns: TableColumn<CoefficientRow>[] = [
    {
      key: 'energy',
      title: t('energy'),
      rowHead: true,
      render: ({ name, unit }) => (
        <>
          {name} <small>{t('per', { unit })}</small>
        </>
      ),
    },
    ...TYPES.map((type): TableColumn<CoefficientRow> => ({
      key: type,
      title: say(FACTOR_TYPES[type]),
      unit: <small>{unitText(FACTOR_UNITS[type])}</small>,
      render: ({ dataType, name, coal, carbon }) => (
        <input
          inputMode="decimal"
          maxLength={16}
          aria-label={`${name} ${say(FACTOR_TYPES[type])}`}
          placeholder={formatFull((type === FACTOR.coal ? coal : carbon)?.factor)}
          value={typed[`${dataType} ${type}`] ?? ''}
          onChange={({ target: { value } }) =>
            setTyped((now) => ({ ...now, [`${dataType} ${type}`]: value }))
          }
        />
      ),
    })),
  ];
  return (
    <Dialog
      title={t('edit')}
      width={640}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <p className={styles['note']}>{t('editHelp')}</p>
      <label className={styles['date']}>
        {t('validFrom')}
        <DatePicker
          data-focus
          allowClear={false}
          value={dayjs(dt)}
          onChange={(day) => day && setDt(day.format('YYYY-MM-DD'))}
        />
      </label>
      <Table<CoefficientRow>
        look="form"
        className={styles['edit']}
        columns={columns}
        rows={rows}
        keyOf={({ dataType }) => dataType}
      />
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </Dialog>
  );
}
