import { useTexts } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './KeysDialog.module.css';

const KEYS = [
  ['Ctrl K', 'keyFind'],
  ['?', 'keyKeys'],
  ['[', 'keyMenu'],
  ['/', 'keyTable'],
  ['Esc', 'keyEscape'],
] as const;

/** The list of keys, opened by `?`. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  return (
    <Dialog title={t('keys')} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
