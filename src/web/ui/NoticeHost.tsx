import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { useEffect, useRef } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { closeNotice, holdNotice, releaseNotice, useNotices, type NoticeKind } from './notice.ts';
import styles from './NoticeHost.module.css';
import { StatusDot } from './StatusDot.tsx';

const TITLES = {
  success: 'noticeSuccess',
  error: 'noticeError',
  info: 'noticeInfo',
  warning: 'noticeWarning',
} as const satisfies Record<NoticeKind, string>;

const SHAPES = { success: 'normal', error: 'alarm', info: 'offline', warning: 'warning' } as const;

/** Draws the notices at the top, above dialogs; stands once in the root. */
export function NoticeHost() {
  const notices = useNotices();
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The top layer is the only place above an open modal dialog; showing again brings it to the front.
    host.current?.hidePopover();
    if (notices.length) host.current?.showPopover();
  }, [notices]);
  return (
    <div ref={host} popover="manual" className={styles.host} aria-live="polite">
      {notices.map((notice) => (
        <div
          key={notice.id}
          className={styles.notice}
          role={notice.kind === 'error' ? 'alert' : 'status'}
          onMouseEnter={() => holdNotice(notice.id)}
          onMouseLeave={() => releaseNotice(notice.id)}
        >
          <div>
            <div className={styles.title}>
              <StatusDot status={SHAPES[notice.kind]} text={t(TITLES[notice.kind])} />
            </div>
            <div className={styles.message}>{notice.message}</div>
          </div>
          <Button kind="icon" aria-label={t('close')} onClick={() => closeNotice(notice.id)}>
            <Icon icon={CloseOutlined} size={12} />
          </Button>
        </div>
      ))}
    </div>
  );
}
