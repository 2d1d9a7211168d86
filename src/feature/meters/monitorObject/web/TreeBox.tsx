import CaretDownFilled from '@ant-design/icons-svg/es/asn/CaretDownFilled';
import CaretRightFilled from '@ant-design/icons-svg/es/asn/CaretRightFilled';
import { useEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { linesOf, partAt, targetOf } from './arrange.ts';
import type { Arranged, Line, Part, Target } from './arrange.ts';
import kit from '#web/ui/kit.module.css';
import styles from './TreeBox.module.css';

/** A step by the keyboard: among its siblings, or between the levels. */
export type Step = 'up' | 'down' | 'upgrade' | 'degrade';

export interface TreeBoxProps {
  readonly label: string;
  readonly nodes: readonly Arranged[];
  readonly selected: number | null;
  readonly onSelect?: (id: number) => void;
  /** Nodes may be dragged; undefined = they stay where they are. */
  readonly onMove?: ((id: number, target: Target) => void) | undefined;
  readonly onStep?: ((line: Line, step: Step) => void) | undefined;
  readonly onDelete?: ((id: number) => void) | undefined;
  /** A move is under way: nothing else is moved until it is answered. */
  readonly busy?: boolean;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'upgrade',
  ArrowRight: 'degrade',
};

/** A tree to walk and arrange: by mouse, by dragging, and by the keys that a tree has, with Alt to move. */
export function TreeBox({
  label,
  nodes,
  selected,
  onSelect,
  onMove,
  onStep,
  onDelete,
  busy = false,
}: TreeBoxProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [dragged, setDragged] = useState<Line | null>(null);
  const [over, setOver] = useState<{ readonly id: number; readonly part: Part } | null>(null);
  const box = useRef<HTMLUListElement>(null);
  const focused = useRef(false);
  const lines = useMemo(() => linesOf(nodes, closed), [nodes, closed]);
  const current = lines.find((line) => line.node.id === selected) ?? lines[0];

  // A node that moves keeps the focus where it comes to stand.
  useEffect(() => {
    if (focused.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [lines, selected]);

  const toggle = (id: number, open: boolean): void =>
    setClosed((now) => {
      const next = new Set(now);
      if (open) next.delete(id);
      else next.add(id);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent, line: Line): void => {
    const { node, parentId } = line;
    const at = lines.indexOf(line);
    const go = (to: Line | undefined): void => {
      if (to) onSelect?.(to.node.id);
    };
    const step = STEPS[event.key];
    const open = node.children.length > 0 && !closed.has(node.id);
    if (event.altKey && step) {
      if (!busy) onStep?.(line, step);
    } else if (event.key === 'ArrowDown') go(lines[at + 1]);
    else if (event.key === 'ArrowUp') go(lines[at - 1]);
    else if (event.key === 'Home') go(lines[0]);
    else if (event.key === 'End') go(lines.at(-1));
    else if (event.key === 'ArrowRight') {
      if (open) go(lines[at + 1]);
      else if (node.children.length > 0) toggle(node.id, true);
    } else if (event.key === 'ArrowLeft') {
      if (open) toggle(node.id, false);
      else go(lines.find((one) => one.node.id === parentId));
    } else if (event.key === 'Delete') onDelete?.(node.id);
    else if (event.key === 'Enter' || event.key === ' ') go(line);
    else return;
    event.preventDefault();
  };
  const onDragOver = (event: DragEvent, line: Line): void => {
    if (!dragged || dragged.node.id === line.node.id) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const part = partAt((event.clientY - top) / height);
    if (over?.id !== line.node.id || over.part !== part) setOver({ id: line.node.id, part });
  };
  const endDrag = (): void => {
    setDragged(null);
    setOver(null);
  };
  const onDrop = (event: DragEvent, line: Line): void => {
    event.preventDefault();
    if (dragged && over) onMove?.(dragged.node.id, targetOf(dragged, line, over.part));
    endDrag();
  };
  return (
    <ul
      ref={box}
      role="tree"
      aria-label={label}
      aria-busy={busy}
      className={styles.tree}
      onFocus={() => (focused.current = true)}
      onBlur={() => (focused.current = false)}
    >
      {lines.map((line) => {
        const { node, level, at, of } = line;
        const has = node.children.length > 0;
        const open = has && !closed.has(node.id);
        return (
          <li
            key={node.id}
            role="treeitem"
            aria-level={level}
            aria-posinset={at + 1}
            aria-setsize={of}
            aria-selected={node.id === selected}
            {...(has ? { 'aria-expanded': open } : {})}
            tabIndex={line === current ? 0 : -1}
            className={`${styles.line} ${over?.id === node.id ? styles[over.part] : ''}`}
            style={{ paddingInlineStart: (level - 1) * 16 + 4 }}
            draggable={onMove !== undefined && !busy}
            onClick={() => onSelect?.(node.id)}
            onKeyDown={(event) => onKeyDown(event, line)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', node.name);
              setDragged(line);
            }}
            onDragOver={(event) => onDragOver(event, line)}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => onDrop(event, line)}
            onDragEnd={endDrag}
          >
            <span
              aria-hidden
              className={styles.caret}
              onClick={(event) => {
                event.stopPropagation();
                toggle(node.id, !open);
              }}
            >
              {has && <Icon icon={open ? CaretDownFilled : CaretRightFilled} size={10} />}
            </span>
            <span className={kit.clip}>{node.name}</span>
            <small className={styles.kind}>{node.kind}</small>
          </li>
        );
      })}
    </ul>
  );
}
