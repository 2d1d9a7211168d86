import { alarm } from '#resource/event/alarm.ts';
import { deleteRows } from '#web/resource/deleteRows.tsx';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { titleOf } from '#web/resource/target.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useResourceTexts } from '#web/resource/useResourceTexts.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import styles from './Compose.module.css';
import { useComposeTexts } from './useComposeTexts.ts';

export interface EditorButtonsProps {
  readonly row: ResourceRow | null;
  readonly changed: boolean;
  readonly saving: boolean;
  readonly maySave: boolean;
  readonly onDiscard: () => void;
  readonly onGone: () => void;
}

/** What can be done with a composition: replay, delete, discard, save. */
export function EditorButtons({ row, changed, saving, maySave, onDiscard, onGone }: EditorButtonsProps) {
  const t = useComposeTexts();
  const words = useResourceTexts();
  const say = useText();
  const may = usePermissions(alarm);
  const remove = async (one: ResourceRow): Promise<void> => {
    const gone = await deleteRows(
      alarm,
      say(alarm.label),
      [{ id: one.id, title: titleOf(alarm, one) }],
      words,
    );
    if (gone) onGone();
  };
  return (
    <p className={styles.buttons}>
      {row && (
        <GoLink goal={{ to: '/SDNAlertConfig/Replay', search: { alarm: row.id } }}>{t('replay')}</GoLink>
      )}
      <span className={styles.space} />
      {row && may('del') && (
        <Button kind="danger" onClick={() => void remove(row)}>
          {t('delete')}
        </Button>
      )}
      <Button disabled={!changed} onClick={onDiscard}>
        {t('discard')}
      </Button>
      {maySave && (
        <Button kind="primary" type="submit" disabled={saving || (row !== null && !changed)}>
          {t('save')}
        </Button>
      )}
    </p>
  );
}
