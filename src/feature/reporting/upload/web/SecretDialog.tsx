import { Input } from 'antd';
import { useState } from 'react';
import { post } from '#web/api.ts';
import { notify } from '#web/ui/notice.ts';
import type { PlatformHead } from '../contract.ts';
import { DialogForm } from './DialogForm.tsx';
import { useReportTexts } from './useArea.ts';
import kit from '#web/ui/kit.module.css';

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
  const [values, setValues] = useState(EMPTY);
  const save = async (): Promise<void> => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    await post('yunshui/platformInfo/setSecret', { ownPassword: '', ...given, id: head.id }, { quiet: true });
    notify('success', t('saved'));
  };
  const field = (name: Field, secret: boolean) => ({
    value: values[name],
    autoComplete: secret ? 'new-password' : 'off',
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <DialogForm
      title={`${t('secret')} · ${head.platformName}`}
      okText={t('save')}
      onClose={onClose}
      onSubmit={save}
    >
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('password')}
        <Input.Password maxLength={14} placeholder={t('passwordHint')} {...field('password', true)} />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('certificate')}
        <Input.TextArea rows={3} {...field('certificate', false)} />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('privateKey')}
        <Input.TextArea rows={3} {...field('privateKey', false)} />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('ownPassword')}
        <Input.Password {...field('ownPassword', true)} />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('code')}
        <Input maxLength={20} {...field('code', false)} />
      </label>
    </DialogForm>
  );
}
