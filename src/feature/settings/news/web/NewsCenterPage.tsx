import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { entriesQuery } from '#feature/settings/masterData/web/public.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { newsQuery, PAGE, type NewsItem } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './News.module.css';
import { NewsReader } from './NewsReader.tsx';
import { kindOf, useInstant } from './show.ts';
import { useNewsTexts } from './useNewsTexts.ts';

function readNews(raw: RawAddress): { news: number | null; kind: string; page: number } {
  const [news, page] = [Number(raw['news']), Number(raw['page'])];
  return {
    news: Number.isInteger(news) && news > 0 ? news : null,
    kind: typeof raw['kind'] === 'string' ? raw['kind'].slice(0, 40) : '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Where everybody reads the news: a list by kind, and one of them opened. */
export default function NewsCenterPage() {
  const [{ news, kind, page }, change] = useAddress(readNews);
  if (news !== null) return <NewsReader id={news} onBack={() => change({ news: undefined })} />;
  return (
    <NewsList
      kind={kind}
      page={page}
      onKind={(next) => change({ kind: next || undefined, page: undefined })}
      onPage={(next) => change({ page: next })}
      onOpen={(id) => change({ news: id }, { push: true })}
    />
  );
}

interface NewsListProps {
  readonly kind: string;
  readonly page: number;
  readonly onKind: (kind: string) => void;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: number) => void;
}

function NewsList({ kind, page, onKind, onPage, onOpen }: NewsListProps) {
  const t = useNewsTexts();
  const language = useLanguage();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const kinds = useQuery(entriesQuery('newsType'));
  const answer = useQuery(newsQuery(kind, search, page));
  const total = answer.data?.pagination.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const options = [
    { value: '', text: t('all') },
    ...(kinds.data ?? []).map((one) => ({
      value: one.code,
      text: language !== 'zh' ? (one.nameEn ?? one.name) : one.name,
    })),
  ];
  return (
    <Panel flush>
      <div className={styles.bar}>
        <Segmented label={t('kinds')} value={kind} onChange={onKind} options={options} />
        <input
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (page !== 1) onPage(1);
          }}
        />
      </div>
      {answer.isPending ? (
        <LoadingState height={240} />
      ) : answer.isError ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={240} />
      ) : answer.data.list.length === 0 ? (
        search || kind ? (
          <EmptyState why={t('nothing')} height={240} />
        ) : (
          <EmptyState why={t('none')} next={t('noneNext')} height={240} />
        )
      ) : (
        <ul className={`${kit.list} ${styles.items}`}>
          {answer.data.list.map((item) => (
            <Item key={item.id} item={item} onOpen={() => onOpen(item.id)} />
          ))}
        </ul>
      )}
      {total > PAGE && (
        <div className={styles.pages}>
          <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </Button>
          <span>{t('pageOf', { page, pages, total })}</span>
          <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Item({ item, onOpen }: { readonly item: NewsItem; readonly onOpen: () => void }) {
  const t = useNewsTexts();
  const language = useLanguage();
  const instant = useInstant();
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <b>
          {item.top && <span className={styles.tag}>{t('pinned')}</span>}
          {item.title}
        </b>
        {item.summary && <span>{item.summary}</span>}
        <small>
          {kindOf(item, language)} · {instant(item.publishTime)}
          {item.authorName && ` · ${item.authorName}`}
        </small>
      </button>
    </li>
  );
}
