import { Link } from '@tanstack/react-router';
import { useMay } from '#web/session/session.ts';
import styles from './Communication.module.css';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

/** To the import of many meters from a list. */
export function OnboardingLink() {
  const t = useCommunicationTexts();
  if (!useMay('onboarding.import')) return null;
  return (
    <Link to="/SDNCommunication/SDNOnboarding" className={styles.linkButton ?? ''}>
      {t('onboarding')}
    </Link>
  );
}
