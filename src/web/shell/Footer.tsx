import { useState } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { MISSING } from '#domain/figure/number.ts';
import styles from './Footer.module.css';

/** The copyright line with the current year and the filing number (from `index.html`). */
export function Copyright() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const [year] = useState(() => new Date().getFullYear());
  const filing = document.querySelector<HTMLMetaElement>('meta[name="filing-number"]')?.content;
  return (
    <>
      <span>© {year} Meterhouse</span>
      <span>
        {t('filing')} {filing || MISSING}
      </span>
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
