import { useState, type FormEvent, useId } from 'react';
import { ApiError, post } from '#web/api.ts';
import { TextBox } from '#web/session/TextBox.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { texts } from './texts.ts';

/** Asks for how many years raw readings stay. */
export function KeepDialog({
  consumerId,
  keepYears,
  onClose,
}: {
  readonly consumerId: number;
  readonly keepYears: number | null;
  readonly onClose: () => void;
}) {
  const t = useTexts<typeof texts>('sealedData');
  const id = useId();
  const [years, setYears] = useState(keepYears === null ? '' : String(keepYears));
  const [fault, setFault] = useState<string>();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await post('sys/readingExport/editKeep', { consumerId, keepYears: years.trim() }, { quiet: true });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    }
  };
  return (
    <Dialog
      title={t('changeKeep')}
      width={440}
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
      <form id={id} noValidate onSubmit={(event) => void save(event)}>
        <p>{t('keepText')}</p>
        <TextBox
          label={t('years')}
          name="keepYears"
          inputMode="numeric"
          optional
          focus
          maxLength={3}
          value={years}
          onChange={setYears}
          fault={fault}
        />
      </form>
    </Dialog>
  );
}
