import { ACCOUNT } from '#contract/accountType.ts';
import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import { Suspense, useState } from 'react';
import { useConsumer, useConsumers } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { lazyAntd } from '#web/theme/lazyAntd.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '#web/ui/SelectFace.module.css';

const Field = lazyAntd(() => import('./ConsumerField.tsx'));

/** Specification 2 section 9. */
const WIDTH = 260;

/** The enterprise in view, 260 wide; the searchable list is loaded when it is first opened. */
export function ConsumerSelect({ wide }: { wide?: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const consumers = useConsumers();
  const { user } = useSession();
  const { consumer, select } = useConsumer();
  const [open, setOpen] = useState(false);
  const style = { width: wide ? '100%' : WIDTH };
  const face = (
    <button
      type="button"
      className={styles.face}
      style={style}
      aria-label={`${t('enterprise')}: ${consumer?.orgName ?? t('noEnterprise')}`}
      aria-expanded={open}
      aria-haspopup="listbox"
      disabled={consumers.length < 2}
      onClick={() => setOpen(true)}
    >
      <span className={kit.clip}>{consumer?.orgName ?? t('noEnterprise')}</span>
      {consumers.length > 1 && <Icon icon={DownOutlined} size={11} />}
    </button>
  );
  if (!open) return face;
  return (
    <Suspense fallback={face}>
      <Field
        consumers={consumers}
        value={consumer?.orgId ?? null}
        wide={wide ?? false}
        grouped={user.accountType === ACCOUNT.operator}
        onClose={() => setOpen(false)}
        onChange={(orgId) => {
          setOpen(false);
          select(orgId);
        }}
      />
    </Suspense>
  );
}
