import { useState } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import styles from './Footer.module.css';

/** Where a number of an internet service in China is looked up; such a number must lead there. */
const ICP_LOOK_UP = 'https://beian.miit.gov.cn/';

/** The copyright line with the current year and, where one is set, the filing number (the setting FILING_NUMBER). */
export function Copyright() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const [year] = useState(() => new Date().getFullYear());
  const filing = document.querySelector<HTMLMetaElement>('meta[name="filing-number"]')?.content;
  return (
    <>
      <span>© {year} Meterhouse</span>
      {filing && (
        <span>
          {t('filing')}{' '}
          {filing.includes('ICP备') ? (
            <a href={ICP_LOOK_UP} target="_blank" rel="noopener noreferrer">
              {filing}
            </a>
          ) : (
            filing
          )}
        </span>
      )}
    </>
  );
}

/** The footer, below what the page shows and at the foot of the window at least. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <Copyright />
    </footer>
  );
}
