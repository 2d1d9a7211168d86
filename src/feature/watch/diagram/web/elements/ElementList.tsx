import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import type { Names } from '#domain/scene/label.ts';
import { wordsOf } from '#domain/scene/telling.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ValueKeeper } from '../scene/ValueKeeper.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import type { Shown } from '../useSceneValues.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Elements.module.css';
import { type AnyElement, type ElementText, useElementText } from './useElementText.ts';

// Some of thousands of rows are there at once, and the list moves among them: no list of the browser's own does it.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

/** px of a row, rows that are seen, and rows that are there beyond both ends. */
const ROW = 44;
const SEEN = 7;
const BEYOND = 4;

export interface ElementListProps {
  readonly shown: Shown<ValueKeeper>;
  readonly names: Names;
  /** In the order in which they are drawn. */
  readonly elements: readonly AnyElement[];
  /** An element is pressed, as in the picture. */
  readonly onPick: (id: string) => void;
  /** Which one somebody is at; null = none. */
  readonly onMark: (id: string | null) => void;
  readonly onLeave: () => void;
  readonly box: Ref<HTMLDivElement>;
}

/**
 * What a picture shows, in words and in the same order: for whoever does not see it, and for whoever works by keys. Its rows
 * are told anew with the lists beside the picture.
 */
export function ElementList({ elements, names, ...rest }: ElementListProps) {
  const t = useDiagramTexts();
  const [search, setSearch] = useState('');
  const found = useMemo(() => foundIn(elements, names, search.trim()), [elements, names, search]);
  return (
    <Panel title={t('elements')} unit={t('elementsOf', { n: formatNumber(elements.length, 0) })} flush>
      <input
        type="search"
        className={styles.search}
        maxLength={60}
        value={search}
        aria-label={t('searchElement')}
        placeholder={t('searchElement')}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found.length === 0 ? (
        <EmptyState why={t(elements.length === 0 ? 'noElements' : 'noElementFound')} height={90} />
      ) : (
        <Rows key={search} {...rest} elements={found} names={names} />
      )}
    </Panel>
  );
}

/** Elements whose words hold what is looked for, without regard to case. */
function foundIn(elements: readonly AnyElement[], names: Names, search: string): readonly AnyElement[] {
  if (search === '') return elements;
  const wanted = search.toLowerCase();
  return elements.filter((one) => wordsOf(one, names).toLowerCase().includes(wanted));
}

/** Where a key leads from a row; null = it means something else. */
function stepOf(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + SEEN,
    PageUp: at - SEEN,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

/** Where somebody is in the list, and which of its rows are there. */
function useRows(elements: readonly AnyElement[], onMark: ElementListProps['onMark']) {
  const [at, setAt] = useState(0);
  const [first, setFirst] = useState(0);
  const current = Math.min(at, elements.length - 1);
  const from = Math.max(0, first - BEYOND);
  const seen = range(from, Math.min(elements.length, first + SEEN + BEYOND));
  const places = [...new Set([...seen, current])].sort((a, b) => a - b);
  const go = (list: HTMLElement, to: number): void => {
    setAt(to);
    onMark(elements[to]?.id ?? null);
    list.scrollTop = Math.min(to * ROW, Math.max(list.scrollTop, (to + 1 - SEEN) * ROW));
  };
  const onScroll = (list: HTMLElement): void => setFirst(Math.floor(list.scrollTop / ROW));
  return { current, places, go, onScroll };
}

/** The rows around those that are seen, and the one that somebody is at. */
function Rows({ shown, names, elements, onPick, onMark, onLeave, box }: ElementListProps) {
  const t = useDiagramTexts();
  const id = useId();
  const text = useElementText(shown, names);
  const { current, places, go, onScroll } = useRows(elements, onMark);
  const pressed = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const to = stepOf(event.key, current, elements.length);
    const one = elements[current];
    if (to !== null) go(event.currentTarget, to);
    else if ((event.key === 'Enter' || event.key === ' ') && one) onPick(one.id);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    pressed.current = false;
    const row = (event.target as Element).closest('[role="option"]');
    const place = Number(row?.getAttribute('aria-posinset')) - 1;
    const one = elements[place];
    if (!one) return;
    go(event.currentTarget, place);
    onPick(one.id);
  };
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t('elementsKeys')}
      aria-activedescendant={`${id}${current}`}
      className={styles.list}
      style={{ height: Math.min(SEEN, elements.length) * ROW }}
      data-turn={shown.turn}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onPointerDown={() => (pressed.current = true)}
      // Whoever comes by a press is at the row that is pressed.
      onFocus={() => !pressed.current && onMark(elements[current]?.id ?? null)}
      onBlur={() => {
        pressed.current = false;
        onMark(null);
      }}
      onScroll={(event) => onScroll(event.currentTarget)}
    >
      <div role="presentation" style={{ height: elements.length * ROW }}>
        {places.map((place) => {
          const one = elements[place];
          if (!one) return null;
          const row = { id: `${id}${place}`, place, of: elements.length, chosen: place === current };
          return <Row key={one.id} {...row} text={text(one)} />;
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  /** From 0. */
  readonly place: number;
  readonly of: number;
  readonly chosen: boolean;
  readonly text: ElementText;
}

function Row({ id, place, of, chosen, text: { name, told } }: RowProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-posinset={place + 1}
      aria-setsize={of}
      className={styles.row}
      style={{ top: place * ROW }}
      title={`${name}\n${told}`}
    >
      <b className={kit.clip}>{name}</b>
      <small className={kit.clip}>{told}</small>
    </div>
  );
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
