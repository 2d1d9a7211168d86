import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { timeAt } from '#domain/time/text.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText } from '#web/text/useTexts.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Slot } from '#web/ui/Slot.tsx';
import type { ArchiveFile } from '../../contract.ts';
import { type BlockProps, EVERY_MS, useBlock } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Block.module.css';

/** The newest file of each kind that the archive wants, and those that were never uploaded. */
export default function FileBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const say = useText();
  const { consumer } = useConsumer();
  const answer = useBlock<ArchiveFile[]>('getFiles', { consumerId }, EVERY_MS.day);
  const zone = consumer?.timeZone ?? HOME_ZONE;
  return (
    <Slot query={answer} title={t('files')}>
      {(files) => {
        const there = files.filter(({ fileName }) => fileName !== null).length;
        return (
          <Panel title={t('files')} unit={t('filesOf', { n: there, m: files.length })}>
            <ul className={`${kit.list} ${styles.lines}`} aria-label={t('files')}>
              {files.map(({ kind, label, screen, fileName, version, uploadedAt }) => (
                <li key={kind}>
                  <StatusDot status={fileName === null ? 'noData' : 'normal'} />
                  <div className={`${styles.what} ${styles.pair}`}>
                    <GoLink goal={{ to: screen }}>{say(label)}</GoLink>
                    <span className={styles.small}>{fileName ?? t('neverUploaded')}</span>
                  </div>
                  <span className={`${styles.end} ${styles.small}`}>
                    {version !== null && `${t('version', { n: version })} `}
                    {uploadedAt !== null && timeAt(zone, uploadedAt).slice(0, 10)}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        );
      }}
    </Slot>
  );
}
