import { useTexts } from '#web/text/useTexts.ts';
import type { SignOnDoor } from '../contract.ts';
import styles from './SignOn.module.css';
import { SignOnButton } from './SignOnButton.tsx';
import type { texts } from './texts.ts';

export interface SignOnChoiceProps {
  readonly name: SignOnDoor['name'];
  /** There is no password beside it. */
  readonly alone: boolean;
}

/** The way to the identity provider on the log-in page, alone or as the other way. */
export function SignOnChoice({ name, alone }: SignOnChoiceProps) {
  const t = useTexts<typeof texts>('singleSignOn');
  return (
    <>
      {!alone && <p className={styles.or}>{t('or')}</p>}
      <SignOnButton name={name} main={alone} />
    </>
  );
}
