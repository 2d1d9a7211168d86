import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { filesQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './News.module.css';
import { sizeText } from '#web/text/sizeText.ts';
import { useNewsTexts } from './useNewsTexts.ts';

/** The most files that one call takes. */
const AT_ONCE = 5;

export interface AttachmentsProps {
  /** Ids of files on record. */
  readonly kept: readonly number[];
  /** Files that go along with the next save. */
  readonly added: readonly File[];
  readonly onKept: (ids: readonly number[]) => void;
  readonly onAdded: (files: readonly File[]) => void;
}

/** The attachments that stay and those that come. */
export function Attachments({ kept, added, onKept, onAdded }: AttachmentsProps) {
  const t = useNewsTexts();
  const input = useRef<HTMLInputElement>(null);
  const { data = [] } = useQuery({ ...filesQuery(kept), enabled: kept.length > 0 });
  const rows = [
    ...kept.map((id) => {
      const file = data.find((one) => one.id === id);
      return {
        key: `kept ${id}`,
        name: file?.fileName ?? `#${id}`,
        size: file?.size,
        remove: () => onKept(kept.filter((one) => one !== id)),
      };
    }),
    ...added.map((file, i) => ({
      key: `added ${file.name} ${file.lastModified}`,
      name: file.name,
      size: file.size,
      remove: () => onAdded(added.toSpliced(i, 1)),
    })),
  ];
  return (
    <Panel
      title={t('files')}
      extra={
        <Button kind="link" disabled={added.length >= AT_ONCE} onClick={() => input.current?.click()}>
          {t('addFile')}
        </Button>
      }
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('addFile')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          onAdded([...added, ...chosen].slice(0, AT_ONCE));
        }}
      />
      <p className={styles.quiet}>{t('fileHint')}</p>
      <ul className={`${kit.list} ${styles.files}`}>
        {rows.map((row) => (
          <li key={row.key}>
            <span>{row.name}</span>
            <small>{row.size === undefined ? '' : sizeText(row.size)}</small>
            <Button
              kind="icon"
              aria-label={t('removeFile', { name: row.name })}
              title={t('removeFile', { name: row.name })}
              onClick={row.remove}
            >
              <Icon icon={CloseOutlined} size={12} />
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
