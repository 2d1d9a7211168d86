import { useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { formatFull } from '#domain/figure/number.ts';
import { type AnnualTable, COLUMNS, type EnteredKey, type TableRow } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './AnnualTable.module.css';
import { sourceKey, tableQuery, useTableTexts } from './table.ts';

interface EntryDialogProps {
  readonly table: AnnualTable;
  readonly row: TableRow;
  readonly column: EnteredKey;
  readonly onClose: () => void;
}

/** One value of the table: where it comes from, and what a person says it is. */
export function EntryDialog({ table, row, column, onClose }: EntryDialogProps) {
  const t = useTableTexts();
  const say = useText();
  const client = useQueryClient();
  const cell = row.cells[column];
  const entered = cell.source === 'entry';
  const [value, setValue] = useState(entered && cell.value !== null ? String(cell.value) : '');
  const [remark, setRemark] = useState(row.remarks[column] ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (fieldValue: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { orgId, year } = table;
      const params = { orgId, year, energyCode: row.energyCode, fieldName: column, fieldValue, remark };
      const next = await post<AnnualTable>('yunshui/annualTable/saveEntry', params, { quiet: true });
      client.setQueryData(tableQuery(orgId, year).queryKey, next);
      notify('success', t('saved'));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  };
  const { measure, accounts } = row;
  return (
    <Dialog
      title={t('enter', { what: `${say(row.energyName)} · ${say(COLUMNS[column])}` })}
      width={480}
      onClose={onClose}
      foot={
        <>
          {entered && (
            <Button disabled={busy} onClick={() => void save('')}>
              {t('clear')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            disabled={busy || value.trim() === ''}
            onClick={() => void save(value.trim())}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={`${kit.stack} ${styles.form}`}>
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
        <label className={kit.stackTight}>
          {t('value')} ({column === 'money' ? t('thousand') : say(row.energyUnit)})
          <Input
            data-focus
            inputMode="decimal"
            value={value}
            maxLength={20}
            placeholder={formatFull(cell.value)}
            onChange={(event) => setValue(event.target.value)}
            onPressEnter={() => value.trim() !== '' && void save(value.trim())}
          />
        </label>
        <label className={kit.stackTight}>
          {t('remark')}
          <Input
            value={remark}
            maxLength={255}
            placeholder={t('remarkHint')}
            onChange={(event) => setRemark(event.target.value)}
          />
        </label>
        <dl>
          <dt>{t('sources')}</dt>
          <dd>
            {t(sourceKey(cell.source))}
            {cell.value !== null && ` ${formatFull(cell.value)}`}
          </dd>
          {measure && (
            <>
              <dt>{t('meters')}</dt>
              <dd>
                {measure.meters
                  .map((meter) => `${meter.sign < 0 ? '− ' : ''}${meter.ammeterName}`)
                  .join(', ')}
                {` · ${formatFull(measure.value)}`}
                {measure.coverage !== null && ` · ${t('coverage', { n: measure.coverage })}`}
              </dd>
            </>
          )}
          {accounts.length > 0 && (
            <>
              <dt>{t('accounts')}</dt>
              <dd>
                {accounts.map((one) => `${one.accountNo} ${one.accountName} (${one.provider})`).join(', ')}
              </dd>
            </>
          )}
        </dl>
      </div>
    </Dialog>
  );
}
