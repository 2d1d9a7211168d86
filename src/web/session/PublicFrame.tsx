import { useEffect, type ReactNode } from 'react';
import { AppearanceMenu } from '#web/shell/AppearanceMenu.tsx';
import { Mark } from '#web/shell/Brand.tsx';
import { changeLanguage } from '#web/shell/changeLanguage.ts';
import { Copyright } from '#web/shell/Footer.tsx';
import { useLanguage } from '#web/text/language.ts';
import { LANGUAGES } from '#web/text/languages.ts';
import { useTexts } from '#web/text/useTexts.ts';
import styles from './LoginPage.module.css';
import { SampleDay } from './SampleDay.tsx';

/** The page around every form outside the shell: the form at the right, one plant day at the left in tariff colours. */
export function PublicFrame({
  title,
  wide,
  children,
}: {
  title: string;
  /** Room for two fields beside each other. */
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const shown = useLanguage();
  useEffect(() => {
    document.title = `${title} · Meterhouse`;
  }, [title]);
  return (
    <div className={styles.page}>
      <aside className={styles.side}>
        <PlatformBrand />
        <div className={styles.day}>
          <p className={styles.headline}>{t('headline')}</p>
          <p className={styles.subtitle}>{t('subtitle')}</p>
          <SampleDay />
        </div>
        <footer className={styles.foot}>
          <Copyright />
        </footer>
      </aside>
      <main className={`${styles.main} ${wide ? styles.wide : ''}`}>
        <div className={styles.phone}>
          <PlatformBrand />
        </div>
        <div className={styles.tools}>
          {LANGUAGES.map(({ code, name }) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-pressed={code === shown}
              className={styles.language}
              onClick={() => void changeLanguage(code)}
            >
              {name}
            </button>
          ))}
          <AppearanceMenu withLayout={false} />
        </div>
        {children}
      </main>
    </div>
  );
}

function PlatformBrand() {
  return (
    <div className={styles.brand}>
      <span className={styles.mark}>
        <Mark size={30} />
      </span>
      Meterhouse
    </div>
  );
}
