import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import styles from './SubjectTabs.module.css';

export interface TabOverflowProps {
  /** The tabs, once in the strip and once below each other in the list, which a press on one of them closes. */
  readonly tabs: (onGo?: () => void) => ReactNode;
  /** At the right end of the strip. */
  readonly end: ReactNode;
}

/** A strip of tabs; where it is narrower than they are, a button behind it lists them all. */
export function TabOverflow({ tabs, end }: TabOverflowProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const strip = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const look = (): void => setCut(element.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(look);
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [tabs]);
  return (
    <div className={styles.row}>
      <div ref={strip} className={styles.strip}>
        {tabs()}
        {end}
      </div>
      {cut && (
        <Popup label={t('allTabs')} button={<Icon icon={MoreOutlined} size={16} />} width={260}>
          {(close) => <div className={styles.all}>{tabs(close)}</div>}
        </Popup>
      )}
    </div>
  );
}
