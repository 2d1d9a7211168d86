import { Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { PlatformHead } from '../contract.ts';
import { refreshReporting } from './calls.ts';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

const EMPTY = { password: '', certificate: '', privateKey: '', ownPassword: '', code: '' };
type Field = keyof typeof EMPTY;

/** Password and certificate of a platform: written, never read back; who sets them proves to be there. */
export function SecretDialog({
  head,
  onClose,
}: {
  readonly head: PlatformHead;
  readonly onClose: () => void;
}) {
  const t = useReportTexts();
  const id = useId();
  const [values, setValues] = useState(EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    try {
      await post(
        'yunshui/platformInfo/setSecret',
        { ownPassword: '', ...given, id: head.id },
        { quiet: true },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return setProblem(error.message);
    }
    notify('success', t('saved'));
    await refreshReporting();
    onClose();
  };
  const field = (name: Field, secret: boolean) => ({
    value: values[name],
    autoComplete: secret ? 'new-password' : 'off',
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <Dialog
      title={`${t('secret')} · ${head.platformName}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <label>
          {t('password')}
          <Input.Password maxLength={14} placeholder={t('passwordHint')} {...field('password', true)} />
        </label>
        <label>
          {t('certificate')}
          <Input.TextArea rows={3} {...field('certificate', false)} />
        </label>
        <label>
          {t('privateKey')}
          <Input.TextArea rows={3} {...field('privateKey', false)} />
        </label>
        <label>
          {t('ownPassword')}
          <Input.Password {...field('ownPassword', true)} />
        </label>
        <label>
          {t('code')}
          <Input maxLength={20} {...field('code', false)} />
        </label>
      </form>
    </Dialog>
  );
}
