import { useSession } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { AttentionList } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Attention.module.css';
import { linesOf, type AttentionLine } from './attention.ts';

/** So many are in sight without scrolling; more are counted in the head. */
const SHOWN = 6;

/** The work list of a day: what is worth attention in words and money, with what can be done about it. */
export default function AttentionPanel({ list }: { readonly list: AttentionList }) {
  const t = useTexts<typeof import('./texts.ts').texts>('roleHome');
  const say = useText();
  const { funCodes } = useSession();
  const lines = linesOf(list, { t, say, may: (code) => funCodes.includes(code) });
  return (
    <Panel
      title={t('title')}
      unit={list.priced ? t('byMoney') : undefined}
      extra={list.count > SHOWN ? <span className={styles.aside}>{t('all', { n: list.count })}</span> : null}
    >
      {lines.length === 0 ? (
        <EmptyState why={t('none')} height="100%" />
      ) : (
        <ScrollArea className={styles.area} label={t('title')}>
          <ul className={`${kit.list} ${styles.lines}`}>
            {lines.map((line) => (
              <Line key={line.key} line={line} priced={list.priced} />
            ))}
          </ul>
        </ScrollArea>
      )}
    </Panel>
  );
}

function Line({ line, priced }: { readonly line: AttentionLine; readonly priced: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('roleHome');
  const { status, name, title, evidence, amount, meaning, why, actions } = line;
  const [first, second] = actions;
  return (
    <li>
      <span className={styles.dot}>
        <StatusDot status={status} />
      </span>
      <div className={styles.what}>
        <p className={styles.title} title={name ? `${name.text} ${title}` : title}>
          {name && (
            <>
              <GoLink goal={name.goal} className={styles.name}>
                {name.text}
              </GoLink>{' '}
            </>
          )}
          {title}
        </p>
        <p className={`${kit.quiet} ${styles.evidence}`} title={evidence}>
          {evidence}
        </p>
      </div>
      {priced && (
        <div className={styles.money} title={why}>
          <p>
            <b>{amount}</b>
            {why === undefined && ` ${t('yuan')}`}
          </p>
          <p className={`${kit.quiet} ${styles.evidence}`}>{meaning}</p>
        </div>
      )}
      <div className={styles.actions}>
        {first && (
          <GoLink goal={first.goal} className={styles.press} aria-label={first.label}>
            {first.text}
          </GoLink>
        )}
        {second && (
          <GoLink goal={second.goal} className={kit.clip} aria-label={second.label}>
            {second.text}
          </GoLink>
        )}
      </div>
    </li>
  );
}
