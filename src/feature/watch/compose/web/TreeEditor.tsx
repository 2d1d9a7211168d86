import ArrowDown from '@ant-design/icons-svg/es/asn/ArrowDownOutlined';
import ArrowUp from '@ant-design/icons-svg/es/asn/ArrowUpOutlined';
import Close from '@ant-design/icons-svg/es/asn/CloseOutlined';
import Dashboard from '@ant-design/icons-svg/es/asn/DashboardOutlined';
import { InputNumber, Select } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import {
  COMPOSITION_KINDS,
  type CompositionTree,
  isGroup,
  MOST_LEVELS,
  MOST_PARTS,
  namedIn,
  partKey,
  partOfKey,
  rulesOf,
} from '#contract/composition.ts';
import { alarm } from '#resource/event/alarm.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { titleOf } from '#web/resource/target.ts';
import { isOfPoints } from '#domain/alarm/settings.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Compose.module.css';
import { PartMeters } from './PartMeters.tsx';
import { added, changeGroup, EMPTY_TREE, moved, onMeters, type Path, removed, withKind } from './tree.ts';
import { useMeterNames } from './useMeterNames.ts';
import { useComposeTexts } from './useComposeTexts.ts';

export interface TreeEditorProps {
  readonly tree: CompositionTree;
  /** The rules that may be parts. */
  readonly rules: readonly ResourceRow[];
  readonly consumerId: number;
  readonly onChange: (tree: CompositionTree) => void;
}

interface Bench extends TreeEditorProps {
  /** Moves a part and keeps it in focus. */
  readonly move: (path: Path, by: -1 | 1) => void;
  readonly meterName: (id: number) => string;
}

/** A tree of groups and rules: each group says how its parts hold together; parts move by buttons or by Alt and arrow keys. */
export function TreeEditor(props: TreeEditorProps) {
  const t = useComposeTexts();
  const { tree, rules, onChange } = props;
  const box = useRef<HTMLElement>(null);
  const named = namedIn(tree);
  const meterName = useMeterNames(named.map(({ meter }) => meter));
  const move = (path: Path, by: -1 | 1): void => {
    const after = moved(tree, path, by);
    onChange(after.tree);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-path="${after.path.join('.')}"]`)?.focus(),
    );
  };
  return (
    <section ref={box} aria-label={t('tree')}>
      <Group {...props} move={move} meterName={meterName} path={[]} group={tree} />
      <p className={kit.quiet}>{t('keys')}</p>
      {named.length > 0 && <p className={kit.quiet}>{t('namedMeter')}</p>}
      {rules.some((one) => isOfPoints(String(one['triggerMethod'])) && rulesOf(tree).includes(one.id)) && (
        <p className={kit.quiet}>{t('signalsOf')}</p>
      )}
    </section>
  );
}

interface GroupProps extends Bench {
  readonly path: Path;
  readonly group: CompositionTree;
}

const NONE = { zh: '', en: '' };

/** How a person finds a group: 1, 1.2, 1.2.1. */
const numberOf = (path: Path): string => ['1', ...path.map((i) => String(i + 1))].join('.');

function Group(bench: GroupProps) {
  const t = useComposeTexts();
  const { group, path, tree, onChange } = bench;
  const { kind, need, parts } = group;
  const change = (next: (one: CompositionTree) => CompositionTree): void =>
    onChange(changeGroup(tree, path, next));
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        <Segmented
          small
          label={t('kindOf', { path: numberOf(path) })}
          value={kind}
          options={COMPOSITION_KINDS.map((value) => ({ value, text: t(value) }))}
          onChange={(next) => change((one) => withKind(one, next))}
        />
        {kind === 'atLeast' && (
          <InputNumber
            aria-label={t('need')}
            min={1}
            max={Math.max(1, parts.length)}
            precision={0}
            value={need ?? 1}
            onChange={(value) => change((one) => ({ ...one, need: value ?? 1 }))}
          />
        )}
      </div>
      <ul className={styles.parts}>
        {parts.map((part, i) => {
          const own = [...path, i];
          return (
            <Line key={isGroup(part) ? `group ${i}` : `rule ${partKey(part)}`} {...bench} path={own}>
              {isGroup(part) && <Group {...bench} path={own} group={part} />}
            </Line>
          );
        })}
      </ul>
      <Adding {...bench} />
    </div>
  );
}

interface LineProps extends GroupProps {
  readonly children: React.ReactNode;
}

/** What a part is called: its rule and the meter that it names, or its group. */
function useNamed({ rules, group, path, meterName }: GroupProps) {
  const t = useComposeTexts();
  const part = group.parts[path.at(-1) ?? 0];
  const ofRule = part === undefined || isGroup(part) ? null : partOfKey(partKey(part));
  const row = rules.find(({ id }) => id === ofRule?.rule);
  const named = ofRule?.meter ?? null;
  const title = ofRule ? (row ? titleOf(alarm, row) : `#${ofRule.rule}`) : `${t('group')} ${numberOf(path)}`;
  const name = named === null ? title : `${title} · ${meterName(named)}`;
  const mayName = ofRule !== null && row?.['triggerMethod'] !== 'figure';
  return { row, named, title, name, mayName };
}

/** A part with what moves it, takes it out, and puts it to meters of its own. */
function Line({ children, ...bench }: LineProps) {
  const { tree, path, move, onChange } = bench;
  const t = useComposeTexts();
  const say = useText();
  const [choosing, setChoosing] = useState(false);
  const { row, named, title, name, mayName } = useNamed(bench);
  const take = (): void => onChange(removed(tree, path));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey && event.key === 'ArrowUp') move(path, -1);
    else if (event.altKey && event.key === 'ArrowDown') move(path, 1);
    else if (event.key === 'Delete') take();
    else return;
    event.preventDefault();
  };
  const button = (key: 'onMeters' | 'up' | 'down' | 'remove', icon: typeof Close, run: () => void) => (
    <Button kind="icon" aria-label={t(key, { name })} title={t(key, { name })} onClick={run}>
      <Icon icon={icon} />
    </Button>
  );
  return (
    <li className={styles.part}>
      <div className={styles.line}>
        <Button
          kind="bare"
          className={`${styles.grow} ${styles.name}`}
          data-path={path.join('.')}
          onKeyDown={onKeyDown}
        >
          {name}
          {row && <small className={kit.quiet}> {conditionOf(row, { t, say })}</small>}
        </Button>
        {mayName && button('onMeters', Dashboard, () => setChoosing(!choosing))}
        {button('up', ArrowUp, () => move(path, -1))}
        {button('down', ArrowDown, () => move(path, 1))}
        {button('remove', Close, take)}
      </div>
      {choosing && mayName && (
        <PartMeters
          name={title}
          meter={named}
          consumerId={bench.consumerId}
          onApply={(meters) => {
            setChoosing(false);
            onChange(onMeters(tree, path, meters));
          }}
        />
      )}
      {children}
    </li>
  );
}

interface Words {
  readonly t: ReturnType<typeof useComposeTexts>;
  readonly say: ReturnType<typeof useText>;
}

/** What a rule asks for, in short. */
function conditionOf(row: ResourceRow, { t, say }: Words): string {
  const code = String(row['triggerFieldName'] ?? '');
  const { figure, triggerMethod } = alarm.fields;
  switch (row['triggerMethod']) {
    case 'above':
      return `${code} > ${String(row['limitValue'])}`;
    case 'below':
      return `${code} < ${String(row['limitValue'])}`;
    case 'expression':
      return String(row['expression'] ?? '');
    case 'figure': {
      const sign = row['figureSide'] === 'below' ? '<' : '>';
      return `${say(figure.options?.[String(row['figure'])] ?? NONE)} ${sign} ${String(row['limitValue'])}`;
    }
    case 'operations':
      return t('moreThan', { n: String(row['limitValue']) });
    case 'signal': {
      const state = row['signalState'];
      return typeof state === 'number' ? t('stateIs', { n: state }) : t('anyAbnormal');
    }
    default:
      return `${code} ${say(triggerMethod.options?.[String(row['triggerMethod'])] ?? NONE)}`;
  }
}

function Adding({ tree, rules, group, path, onChange }: GroupProps) {
  const t = useComposeTexts();
  const full = rulesOf(tree).length >= MOST_PARTS;
  const free = rules.filter(({ id }) => !group.parts.includes(id));
  return (
    <div className={styles.adding}>
      <Select<number>
        aria-label={`${t('addRule')} ${numberOf(path)}`}
        className={styles.grow}
        showSearch
        optionFilterProp="label"
        placeholder={t('addRule')}
        disabled={full}
        value={null}
        options={free.map((row) => ({ value: row.id, label: titleOf(alarm, row) }))}
        onChange={(id) => onChange(added(tree, path, id))}
      />
      {path.length + 1 < MOST_LEVELS && (
        <Button
          disabled={full}
          aria-label={`${t('addGroup')} ${numberOf(path)}`}
          onClick={() =>
            onChange(added(tree, path, { ...EMPTY_TREE, kind: group.kind === 'or' ? 'and' : 'or' }))
          }
        >
          {t('addGroup')}
        </Button>
      )}
    </div>
  );
}
