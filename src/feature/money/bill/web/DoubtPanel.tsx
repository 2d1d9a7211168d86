import { Link } from '@tanstack/react-router';
import { repairAddress } from '#feature/meters/correction/web/public.ts';
import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { spanText } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { BillView, DoubtfulLine, DoubtSpan } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Bill.module.css';

export interface DoubtPanelProps {
  readonly view: BillView;
  readonly onOpen: (opens: Omit<OpenBucket, 'meter'>) => void;
}

/** Which lines rest on incomplete data, why, where, and what to do about it. */
export function DoubtPanel({ view, onOpen }: DoubtPanelProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const { doubtfulLines } = view;
  if (doubtfulLines.length === 0) return null;
  const items = new Map(view.rows.map(({ key, item }) => [key, say(item)]));
  const nameOf = ({ part, lines }: DoubtfulLine): string =>
    lines.length === 0 ? t(`part_${part}`) : lines.map((key) => items.get(key) ?? key).join(t('between'));
  return (
    <Panel title={t('doubts')} unit={t('doubtsAre', { n: doubtfulLines.length })} flush>
      <ul className={`${kit.list} ${styles.doubts}`} aria-label={t('doubts')}>
        {doubtfulLines.map((doubt) => (
          <li key={`${doubt.part} ${doubt.reason} ${doubt.lines[0] ?? ''} ${doubt.text.en}`}>
            <b>{nameOf(doubt)}</b>
            <p>{say(doubt.text)}</p>
            <div className={styles['spans']}>
              {doubt.spans.map((span) => (
                <Span
                  key={`${span.from} ${span.ammeterId ?? ''}`}
                  span={span}
                  zone={view.timeZone}
                  onOpen={onOpen}
                />
              ))}
              {doubt.more > 0 && <span className={kit.quiet}>{t('moreSpans', { n: doubt.more })}</span>}
            </div>
            <p className={kit.quiet}>
              {t('remedy')} {say(doubt.remedy)}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** An interval: of a meter it leads to its repair and the name to its page, of all together to where the energy of that day comes from. */
function Span({
  span: { from, to, ammeterId, ammeterName },
  zone,
  onOpen,
}: {
  readonly span: DoubtSpan;
  readonly zone: string;
  readonly onOpen: DoubtPanelProps['onOpen'];
}) {
  const mayRepair = useMay('SDNMonitoring.MeterRepair');
  const text = spanText(zone, from, to);
  const name =
    ammeterId === null || ammeterName === null ? (
      ammeterName
    ) : (
      <PageLink kind="meter" id={ammeterId}>
        {ammeterName}
      </PageLink>
    );
  if (ammeterId === null || !mayRepair)
    return (
      <span>
        {name}{' '}
        <button type="button" className={styles['press']} onClick={() => onOpen({ level: 3, at: from })}>
          {text}
        </button>
      </span>
    );
  const address = repairAddress(ammeterId, text.slice(0, 10), { from, to });
  return (
    <span>
      {name}{' '}
      <Link to={address.to} search={address.search as never}>
        {text}
      </Link>
    </span>
  );
}
