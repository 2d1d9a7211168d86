import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { companyCheckitem } from '#resource/yunshui/companyCheckitem.ts';
import { PreviewDialog } from '#feature/archive/archiveFile/web/public.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import type { PlanView, ReviewRow } from '../contract.ts';
import { textOf, useReviewTexts } from './review.ts';
import styles from './Review.module.css';

/** What was changed and not saved yet, by item and field. */
export type Changes = Readonly<Record<number, Readonly<Record<string, string>>>>;

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
  const say = useText();
  const mayUpload = useMay('yunshui.checkplanCheckfile.add');
  const [shown, setShown] = useState<ReviewRow | null>(null);
  const answer = mayEdit && view.open.includes('answer');
  const mend = mayEdit && view.open.includes('mend');
  const options = Object.entries(companyCheckitem.fields.result.options ?? {}).map(([value, label]) => ({
    value,
    label: say(label),
  }));
  const resultName = (value: string): string => options.find((one) => one.value === value)?.label ?? '--';
  return (
    <ScrollArea label={t('items')} className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {(['clause', 'requirement', 'result', 'finding', 'mend', 'evidence'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.items.map((item) => {
            const value = (key: string): string => changes[item.id]?.[key] ?? textOf(item, key);
            const set = (key: string) => (next: string) => onChange(item.id, key, next);
            const clause = textOf(item, 'clauseNo');
            const bad = value('result') === 'nonconform';
            const field = (
              key: 'finding' | 'rectifyResult' | 'verifiedBy',
              label: string,
              open: boolean,
              max: number,
            ) =>
              open ? (
                <Input.TextArea
                  aria-label={`${clause} ${label}`}
                  autoSize={{ minRows: 1, maxRows: 6 }}
                  placeholder={label}
                  maxLength={max}
                  value={value(key)}
                  onChange={(event) => set(key)(event.target.value)}
                />
              ) : (
                value(key) && <span title={label}>{value(key)}</span>
              );
            return (
              <tr key={item.id}>
                <td>{clause}</td>
                <td>{textOf(item, 'requirement')}</td>
                <td>
                  {answer ? (
                    <Select
                      aria-label={`${clause} ${t('result')}`}
                      style={{ width: 170 }}
                      value={value('result') || null}
                      onChange={(next: string) => set('result')(next)}
                      options={options}
                      {...(bad ? { status: 'error' as const } : {})}
                    />
                  ) : (
                    <span className={bad ? styles['bad'] : undefined}>{resultName(value('result'))}</span>
                  )}
                </td>
                <td>
                  <div className={styles['stack']}>{field('finding', t('finding'), answer, 500)}</div>
                </td>
                <td>
                  {bad && (
                    <div className={styles['stack']}>
                      {mend ? (
                        <DatePicker
                          aria-label={`${clause} ${t('deadline')}`}
                          placeholder={t('deadline')}
                          value={value('rectifyDeadline') ? dayjs(value('rectifyDeadline')) : null}
                          onChange={(day) => set('rectifyDeadline')(day ? day.format('YYYY-MM-DD') : '')}
                        />
                      ) : (
                        <span>{value('rectifyDeadline')}</span>
                      )}
                      {field('rectifyResult', t('mended'), mend, 500)}
                      {field('verifiedBy', t('verifiedBy'), mend, 20)}
                    </div>
                  )}
                </td>
                <td>
                  <ul className={styles['files']}>
                    {view.files
                      .filter((file) => file['checkItemId'] === item.id)
                      .map((file) => (
                        <li key={file.id}>
                          <Button kind="link" onClick={() => setShown(file)}>
                            {textOf(file, 'fileName')}
                          </Button>
                        </li>
                      ))}
                  </ul>
                  {mayUpload && view.open.length > 0 && (
                    <Button
                      kind="link"
                      aria-label={`${clause} ${t('attach')}`}
                      onClick={() => onAttach(item.id)}
                    >
                      {t('attach')}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown && <PreviewDialog row={shown} onClose={() => setShown(null)} />}
    </ScrollArea>
  );
}
