import { useSession } from '#web/session/session.ts';
import { cssColor } from '#web/theme/palette.ts';
import { useText } from '#web/text/useTexts.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { AttentionList } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Attention.module.css';
import { linesOf } from './attention.ts';
import { useHomeTexts } from './useHomeTexts.ts';

/** Alarms that nobody has confirmed, as a row that leads to them; nothing where there are none, or the list is not there yet. */
export default function AlarmRow({ list }: { readonly list: AttentionList | undefined }) {
  const t = useHomeTexts();
  const say = useText();
  const { funCodes } = useSession();
  const alarms = list?.list.filter(({ kind }) => kind === 'alarm') ?? [];
  const words = { t, say, may: (code: string) => funCodes.includes(code) };
  const [line] = list ? linesOf({ ...list, list: alarms }, words) : [];
  if (!line) return null;
  const [first] = line.actions;
  const style = { borderLeftColor: cssColor({ status: line.status }) };
  const text = (
    <>
      <StatusDot status={line.status} />
      <span className={styles.what}>
        <b>{line.title}</b>
        <span className={`${kit.quiet} ${styles.evidence}`}>{line.evidence}</span>
      </span>
      {first && <span className={styles.alarmGo}>{first.text}</span>}
    </>
  );
  return (
    <section aria-label={t('alarmFirst')}>
      {first ? (
        <GoLink goal={first.goal} className={styles.alarmLink}>
          <span className={styles.alarmRow} style={style}>
            {text}
          </span>
        </GoLink>
      ) : (
        <p className={styles.alarmRow} style={style}>
          {text}
        </p>
      )}
    </section>
  );
}
