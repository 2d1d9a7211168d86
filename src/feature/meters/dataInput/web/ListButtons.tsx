import { saveFile } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { TEMPLATE_CALL } from './calls.ts';
import styles from './ImportList.module.css';
import { useDataInputTexts } from './useDataInputTexts.ts';

/** The dialogs that the list of imports opens. */
export type ListDialog = 'entry' | 'statistics' | 'remembered';

export interface ListButtonsProps {
  readonly consumerId: number;
  readonly may: { readonly add: boolean; readonly import: boolean; readonly statistics: boolean };
  readonly onImport: () => void;
  readonly onOpen: (dialog: ListDialog) => void;
}

/** What can be begun from the list of imports, as far as the caller may. */
export function ListButtons({ consumerId, may, onImport, onOpen }: ListButtonsProps) {
  const t = useDataInputTexts();
  const remembered = useTexts<typeof import('./remembered/texts.ts').texts>('dataInput.web.remembered');
  return (
    <span className={styles.buttons}>
      {may.import && (
        <Button onClick={() => void saveFile(TEMPLATE_CALL, { consumerId })}>{t('template')}</Button>
      )}
      <Button onClick={() => onOpen('remembered')}>{remembered('title')}</Button>
      {may.statistics && <Button onClick={() => onOpen('statistics')}>{t('statistics')}</Button>}
      {may.add && <Button onClick={() => onOpen('entry')}>{t('enter')}</Button>}
      {may.import && (
        <Button kind="primary" onClick={onImport}>
          {t('importFile')}
        </Button>
      )}
    </span>
  );
}
