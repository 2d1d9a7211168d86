import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post, saveFile } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useMay } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { DOCUMENT_KINDS } from '../contract.ts';
import type { HelpDocument } from '../contract.ts';
import { documentsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Help.module.css';
import type { texts } from './texts.ts';
import { UploadDialog } from './UploadDialog.tsx';

const KB = 1024;
const sizeText = (bytes: number): string =>
  bytes < KB
    ? `${bytes} B`
    : bytes < KB * KB
      ? `${Math.round(bytes / KB)} KB`
      : `${(bytes / KB / KB).toFixed(1)} MB`;

/** The documents that operators put there. */
export function Documents() {
  const t = useTexts<typeof texts>('help');
  const say = useText();
  const mayEdit = useMay('help.edit');
  const documents = useQuery(documentsQuery);
  const [uploading, setUploading] = useState(false);
  const del = async ({ id, title }: HelpDocument): Promise<void> => {
    const question = { title: t('delTitle', { name: title }), text: t('delEffect'), okText: t('del') };
    if (!(await confirm({ ...question, danger: true }))) return;
    const gone = await post('sys/help/delDocument', { id }).then(
      () => true,
      () => false,
    );
    if (gone) notify('success', t('deleted'));
    await queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey });
  };
  return (
    <Panel
      title={t('documents')}
      extra={
        mayEdit && (
          <Button kind="link" onClick={() => setUploading(true)}>
            {t('upload')}
          </Button>
        )
      }
    >
      {documents.isError ? (
        <ErrorState what={documents.error.message} onRetry={() => void documents.refetch()} height={120} />
      ) : !documents.data ? (
        <LoadingState height={120} />
      ) : documents.data.length === 0 ? (
        <EmptyState why={t('noDocument')} next={t('noDocumentNext')} height={120} />
      ) : (
        <ul className={`${kit.list} ${styles.documents}`}>
          {documents.data.map((one) => (
            <li key={one.id}>
              <span>
                {one.title}
                <small className={kit.quietLine}>
                  {t('about', {
                    kind: say(DOCUMENT_KINDS[one.kind]),
                    size: sizeText(one.size),
                    who: one.uploadedBy,
                  })}
                </small>
              </span>
              <Button
                kind="link"
                aria-label={`${t('download')} ${one.title}`}
                onClick={() => void saveFile('sys/help/getDocument', { id: one.id })}
              >
                {t('download')}
              </Button>
              {mayEdit && (
                <Button kind="link" aria-label={`${t('del')} ${one.title}`} onClick={() => void del(one)}>
                  {t('del')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
    </Panel>
  );
}
