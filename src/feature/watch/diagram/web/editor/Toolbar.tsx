import AlignCenterOutlined from '@ant-design/icons-svg/es/asn/AlignCenterOutlined';
import AlignLeftOutlined from '@ant-design/icons-svg/es/asn/AlignLeftOutlined';
import AlignRightOutlined from '@ant-design/icons-svg/es/asn/AlignRightOutlined';
import AimOutlined from '@ant-design/icons-svg/es/asn/AimOutlined';
import ColumnHeightOutlined from '@ant-design/icons-svg/es/asn/ColumnHeightOutlined';
import ColumnWidthOutlined from '@ant-design/icons-svg/es/asn/ColumnWidthOutlined';
import DragOutlined from '@ant-design/icons-svg/es/asn/DragOutlined';
import ExpandOutlined from '@ant-design/icons-svg/es/asn/ExpandOutlined';
import GroupOutlined from '@ant-design/icons-svg/es/asn/GroupOutlined';
import NodeIndexOutlined from '@ant-design/icons-svg/es/asn/NodeIndexOutlined';
import RedoOutlined from '@ant-design/icons-svg/es/asn/RedoOutlined';
import RotateRightOutlined from '@ant-design/icons-svg/es/asn/RotateRightOutlined';
import SearchOutlined from '@ant-design/icons-svg/es/asn/SearchOutlined';
import SwapOutlined from '@ant-design/icons-svg/es/asn/SwapOutlined';
import TableOutlined from '@ant-design/icons-svg/es/asn/TableOutlined';
import UndoOutlined from '@ant-design/icons-svg/es/asn/UndoOutlined';
import UngroupOutlined from '@ant-design/icons-svg/es/asn/UngroupOutlined';
import VerticalAlignBottomOutlined from '@ant-design/icons-svg/es/asn/VerticalAlignBottomOutlined';
import VerticalAlignMiddleOutlined from '@ant-design/icons-svg/es/asn/VerticalAlignMiddleOutlined';
import VerticalAlignTopOutlined from '@ant-design/icons-svg/es/asn/VerticalAlignTopOutlined';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { ReactNode } from 'react';
import { MOST_STEPS } from '#domain/scene/edit/change.ts';
import { formatNumber } from '#domain/figure/number.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import type { SceneView } from '../scene/SceneView.ts';
import { Tool } from '../Tool.tsx';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import type { Commands } from './commands.ts';
import type { Editing } from './useEditing.ts';
import editorStyles from './Editor.module.css';

export interface ToolbarProps {
  readonly editing: Editing;
  readonly commands: Commands;
  readonly view: SceneView | null;
  readonly onSearch: () => void;
  /** At the right end: save, publish. */
  readonly children: ReactNode;
}

/** What is done to the sheet and to what is chosen, each with its key. */
export function Toolbar({ editing, commands, view, onSearch, children }: ToolbarProps) {
  const t = useDiagramTexts();
  const { selected, history, tool, snap } = editing;
  const [one, two, three] = [selected.size > 0, selected.size > 1, selected.size > 2];
  const item = (
    icon: IconDefinition,
    label: string,
    run: () => void,
    more: { off?: boolean; on?: boolean; key?: string } = {},
  ) => <Tool icon={icon} label={label} onClick={more.off ? null : run} on={more.on} keys={more.key} />;
  return (
    <div className={editorStyles.toolbar} role="toolbar" aria-label={t('tools')}>
      {item(UndoOutlined, t('undo'), editing.undo, { off: history.past.length === 0, key: 'Ctrl Z' })}
      {item(RedoOutlined, t('redo'), editing.redo, { off: history.future.length === 0, key: 'Ctrl Y' })}
      <small>{t('steps', { n: formatNumber(history.past.length, 0), most: MOST_STEPS })}</small>
      <hr />
      {item(AimOutlined, t('select'), () => editing.setTool('select'), { on: tool === 'select', key: 'V' })}
      {item(DragOutlined, t('pan'), () => editing.setTool('pan'), { on: tool === 'pan', key: 'H' })}
      {item(NodeIndexOutlined, t('wire'), () => editing.setTool('wire'), { on: tool === 'wire', key: 'W' })}
      <hr />
      {item(AlignLeftOutlined, t('alignLeft'), () => commands.align('left'), { off: !two })}
      {item(AlignCenterOutlined, t('alignCentre'), () => commands.align('centre'), { off: !two })}
      {item(AlignRightOutlined, t('alignRight'), () => commands.align('right'), { off: !two })}
      {item(VerticalAlignTopOutlined, t('alignTop'), () => commands.align('top'), { off: !two })}
      {item(VerticalAlignMiddleOutlined, t('alignMiddle'), () => commands.align('middle'), { off: !two })}
      {item(VerticalAlignBottomOutlined, t('alignBottom'), () => commands.align('bottom'), { off: !two })}
      {item(ColumnWidthOutlined, t('distributeX'), () => commands.distribute('x'), { off: !three })}
      {item(ColumnHeightOutlined, t('distributeY'), () => commands.distribute('y'), { off: !three })}
      <hr />
      {item(GroupOutlined, t('group'), commands.group, { off: !two, key: 'G' })}
      {item(UngroupOutlined, t('ungroup'), commands.ungroup, { off: !one, key: 'Shift G' })}
      {item(RotateRightOutlined, t('turn'), commands.turn, { off: !one, key: 'R' })}
      {item(SwapOutlined, t('mirror'), commands.mirror, { off: !one, key: 'M' })}
      <hr />
      {item(TableOutlined, t('snap'), () => editing.setSnap(!snap), { on: snap })}
      {item(ExpandOutlined, t('fit'), () => view?.fit(), { key: '0' })}
      {item(SearchOutlined, t('findBindings'), onSearch, { key: 'Ctrl F' })}
      <span className={`${kit.wrap} ${styles.tools}`}>{children}</span>
    </div>
  );
}
