import CopyOutlined from '@ant-design/icons-svg/es/asn/CopyOutlined';
import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import DragOutlined from '@ant-design/icons-svg/es/asn/DragOutlined';
import ExpandAltOutlined from '@ant-design/icons-svg/es/asn/ExpandAltOutlined';
import GroupOutlined from '@ant-design/icons-svg/es/asn/GroupOutlined';
import RedoOutlined from '@ant-design/icons-svg/es/asn/RedoOutlined';
import RotateRightOutlined from '@ant-design/icons-svg/es/asn/RotateRightOutlined';
import TableOutlined from '@ant-design/icons-svg/es/asn/TableOutlined';
import UndoOutlined from '@ant-design/icons-svg/es/asn/UndoOutlined';
import UngroupOutlined from '@ant-design/icons-svg/es/asn/UngroupOutlined';
import type { ReactNode } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { MOST_STEPS } from '#domain/scene/edit/change.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../../Diagram.module.css';
import editorStyles from '../../editor/Editor.module.css';
import { Tool } from '../../Tool.tsx';
import { useDiagramTexts } from '../../useDiagramTexts.ts';
import type { SpaceCommands } from './spaceCommands.ts';
import type { SpaceEditing } from './useSpaceEditing.ts';

export interface SpaceToolbarProps {
  readonly editing: SpaceEditing;
  readonly commands: SpaceCommands;
  /** At the right end: save, publish. */
  readonly children: ReactNode;
}

const MODES = [
  { mode: 'translate', text: 'handleMove', icon: DragOutlined, keys: '1' },
  { mode: 'rotate', text: 'handleTurn', icon: RotateRightOutlined, keys: '2' },
  { mode: 'scale', text: 'handleSize', icon: ExpandAltOutlined, keys: '3' },
] as const;

/** What is done to what is chosen, each with its key. */
export function SpaceToolbar({ editing, commands, children }: SpaceToolbarProps) {
  const t = useDiagramTexts();
  const { history, selected, mode, snap } = editing;
  const [one, two] = [selected.size > 0, selected.size > 1];
  const able = (run: () => void, on: boolean): (() => void) | null => (on ? run : null);
  return (
    <div className={editorStyles.toolbar} role="toolbar" aria-label={t('tools')}>
      <Tool
        label={t('undo')}
        icon={UndoOutlined}
        keys="Ctrl Z"
        onClick={able(editing.undo, history.past.length > 0)}
      />
      <Tool
        label={t('redo')}
        icon={RedoOutlined}
        keys="Ctrl Y"
        onClick={able(editing.redo, history.future.length > 0)}
      />
      <small>{t('steps', { n: formatNumber(history.past.length, 0), most: MOST_STEPS })}</small>
      <hr />
      {MODES.map((each) => (
        <Tool
          key={each.mode}
          label={t(each.text)}
          icon={each.icon}
          keys={each.keys}
          on={each.mode === mode}
          onClick={() => editing.setMode(each.mode)}
        />
      ))}
      <Tool label={t('snapSpace')} icon={TableOutlined} on={snap} onClick={() => editing.setSnap(!snap)} />
      <hr />
      <Tool
        label={t('duplicate')}
        icon={CopyOutlined}
        keys="Ctrl D"
        onClick={able(commands.duplicate, one)}
      />
      <Tool label={t('remove')} icon={DeleteOutlined} keys="Delete" onClick={able(commands.remove, one)} />
      <Tool label={t('group')} icon={GroupOutlined} keys="G" onClick={able(commands.group, two)} />
      <Tool
        label={t('ungroup')}
        icon={UngroupOutlined}
        keys="Shift G"
        onClick={able(commands.ungroup, one)}
      />
      <span className={`${kit.wrap} ${styles.tools}`}>{children}</span>
    </div>
  );
}
