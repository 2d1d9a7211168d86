import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import { Icon } from '#web/ui/Icon.tsx';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './StepBar.module.css';

/** The steps of an import in their order. */
const STEPS = ['upload', 'mapping', 'dryRun', 'write', 'receipt'] as const;
export type Step = (typeof STEPS)[number];

const NAMES = {
  upload: 'stepUpload',
  mapping: 'stepMapping',
  dryRun: 'stepDryRun',
  write: 'stepWrite',
  receipt: 'stepReceipt',
} as const;

/** Where the import stands; a short word under a step says what it found. */
export function StepBar({ at, notes = {} }: { at: Step; notes?: Partial<Record<Step, string>> }) {
  const t = useDataInputTexts();
  const now = STEPS.indexOf(at);
  return (
    <ol className={styles.bar} aria-label={t('steps')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={index < now ? styles.past : index === now ? styles.now : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {index < now ? <Icon icon={CheckOutlined} size={12} /> : index + 1}
          </span>
          <span className={styles.words}>
            <span>{t(NAMES[step])}</span>
            {notes[step] && <small>{notes[step]}</small>}
          </span>
        </li>
      ))}
    </ol>
  );
}
