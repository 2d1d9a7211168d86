import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { Page } from '#contract/envelope.ts';
import { postReply } from '#resource/sys/postReply.ts';
import { RichText } from '#web/richText/RichText.tsx';
import { Input as RichTextInput } from '#field/richText/web.tsx';
import { ApiError, get, post } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { rowQuery, rowsChanged } from '#web/resource/rows.ts';
import { shownValue } from '#web/resource/shownValue.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { useDiscard } from '#web/resource/useDiscard.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import styles from './Post.module.css';

const by = (row: ResourceRow): string =>
  `${String(shownValue(row, 'authorName') ?? '')} · ${dayjs(String(row['postedAt'])).format('YYYY-MM-DD HH:mm')}`;

/** A post with its replies, the oldest first, and a field to reply in. */
export function PostDialog({ resource, row, onClose }: ActionProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('post');
  const mayReply = useMay('sys.postReply.add');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = useDiscard(text !== '', onClose);
  const current = useQuery(rowQuery(resource, row.id)).data ?? row;
  const replies = useQuery({
    queryKey: ['sys', 'postReply', row.id],
    queryFn: ({ signal }) =>
      get<Page<ResourceRow>>(
        'sys/postReply/searchpage',
        { postId: row.id, orderBy: 'id', pageSize: 1000 },
        { quiet: true, signal },
      ),
  });
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await post(
        'sys/postReply/add',
        { postId: row.id, consumerId: Number(row['consumerId']), content: text },
        { quiet: true },
      );
      // What was written on meanwhile stays.
      setText((now) => (now === text ? '' : now));
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const open = current['state'] === '1' && mayReply;
  return (
    <Dialog
      title={String(current['title'])}
      width={680}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('close')}</Button>
          {open && (
            <Button kind="primary" disabled={busy || text === ''} onClick={() => void send()}>
              {t('reply')}
            </Button>
          )}
        </>
      }
    >
      <p className={styles.by}>{by(current)}</p>
      <RichText html={String(current['content'])} />
      <h3 className={styles.head}>{t('replies')}</h3>
      {replies.isPending && <LoadingState height={60} />}
      {replies.isError && !replies.data && (
        <ErrorState what={replies.error.message} onRetry={() => void replies.refetch()} height={60} />
      )}
      {replies.data?.list.length === 0 && <p className={styles.by}>{t('none')}</p>}
      <ol className={styles.replies}>
        {(replies.data?.list ?? []).map((reply) => (
          <li key={reply.id}>
            <p className={styles.by}>{by(reply)}</p>
            <RichText html={String(reply['content'])} />
          </li>
        ))}
      </ol>
      {open ? (
        <>
          {problem && <p role="alert">{problem}</p>}
          <RichTextInput
            field={postReply.fields.content}
            value={text}
            onChange={(value) => setText(String(value ?? ''))}
            consumerId={null}
            label={t('yours')}
          />
        </>
      ) : (
        <p className={styles.by}>{t(current['state'] === '1' ? 'mayNot' : 'closed')}</p>
      )}
    </Dialog>
  );
}
