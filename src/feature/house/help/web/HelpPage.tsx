import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { saveFile } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { TourPanel } from '#web/tour/TourPanel.tsx';
import type { BaseLanguage } from '#contract/text.ts';
import { useLanguage } from '#web/text/language.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { faqQuery } from './calls.ts';
import { Documents } from './Documents.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Help.module.css';
import type { texts } from './texts.ts';

const MANUALS = { zh: 'downloadZh', en: 'downloadEn' } as const;

/** Help: the manual, questions and answers, documents. */
export default function HelpPage() {
  const t = useTexts<typeof texts>('help');
  const own = useLanguage();
  const manual = (language: BaseLanguage): void => {
    // A failure is shown by the call itself.
    void saveFile('sys/help/download', { language });
  };
  return (
    <div className={styles.page}>
      <div className={kit.stack}>
        <Questions />
      </div>
      <div className={kit.stack}>
        <TourPanel className={kit.wrap ?? ''} />
        <Panel title={t('manual')}>
          <p className={styles.about}>{t('manualAbout')}</p>
          <div className={kit.wrap}>
            {(Object.keys(MANUALS) as BaseLanguage[]).map((language) => (
              <Button
                key={language}
                {...(language === own ? { kind: 'primary' as const } : {})}
                onClick={() => manual(language)}
              >
                {t(MANUALS[language])}
              </Button>
            ))}
          </div>
        </Panel>
        <Documents />
      </div>
    </div>
  );
}

function Questions() {
  const t = useTexts<typeof texts>('help');
  const mayEdit = useMay('sys.helpFaq.edit');
  const [text, setText] = useState('');
  const faqs = useQuery(faqQuery(useDeferredValue(text.trim()), useLanguage()));
  return (
    <Panel
      title={t('faq')}
      extra={mayEdit && <Link to={'/SDNSysAdmin/SDNHelpFaq' as never}>{t('editFaq')}</Link>}
    >
      <input
        type="search"
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {faqs.isError ? (
        <ErrorState what={faqs.error.message} onRetry={() => void faqs.refetch()} height={160} />
      ) : !faqs.data ? (
        <LoadingState height={160} />
      ) : faqs.data.length === 0 ? (
        <EmptyState why={t('noFaq')} next={t('noFaqNext')} height={160} />
      ) : (
        faqs.data.map((faq) => (
          <details key={faq.id} className={styles.question}>
            <summary>{faq.question}</summary>
            <p>{faq.answer}</p>
          </details>
        ))
      )}
    </Panel>
  );
}
