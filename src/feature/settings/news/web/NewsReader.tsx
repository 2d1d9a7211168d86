import { useQuery } from '@tanstack/react-query';
import { RichText } from '#web/richText/RichText.tsx';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { newsTextQuery, saveAttachment } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './News.module.css';
import { kindOf, useInstant } from './show.ts';
import { sizeText } from '#web/text/sizeText.ts';
import { useNewsTexts } from './useNewsTexts.ts';

/** One of the news: text and attachments. */
export function NewsReader({ id, onBack }: { readonly id: number; readonly onBack: () => void }) {
  const t = useNewsTexts();
  const language = useLanguage();
  const instant = useInstant();
  const { data: item, isError } = useQuery({ ...newsTextQuery(id), retry: false });
  const back = (
    <Button kind="link" onClick={onBack}>
      {t('back')}
    </Button>
  );
  if (isError)
    return (
      <Panel>
        <EmptyState why={t('gone')} height={260}>
          {back}
        </EmptyState>
      </Panel>
    );
  if (!item) return <LoadingState height={300} />;
  return (
    <Panel title={item.title} extra={back}>
      <article className={styles.article}>
        <p className={styles.quiet}>
          {kindOf(item, language)} · {instant(item.publishTime)}
          {item.authorName && ` · ${item.authorName}`}
        </p>
        <RichText html={item.info} />
        {item.files.length > 0 && (
          <>
            <h3>{t('files')}</h3>
            <ul className={`${kit.list} ${styles.files}`}>
              {item.files.map((file) => (
                <li key={file.id}>
                  <Button
                    kind="link"
                    aria-label={t('download', { name: file.fileName })}
                    onClick={() => void saveAttachment(item.id, file.id)}
                  >
                    {file.fileName}
                  </Button>
                  <small>{sizeText(file.size)}</small>
                </li>
              ))}
            </ul>
          </>
        )}
      </article>
    </Panel>
  );
}
