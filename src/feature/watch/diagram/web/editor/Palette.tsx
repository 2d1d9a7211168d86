import { useEffect, useRef, useState, type RefObject } from 'react';
import { drawElement } from '#domain/scene/drawElement.ts';
import { screenInk } from '#domain/scene/ink.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { type SceneSymbol, SYMBOL_GROUPS, type SymbolGroup } from '#domain/scene/symbol/figure.ts';
import { SYMBOLS } from '#domain/scene/symbol/symbols.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { PLAIN_NAMES } from '../names.ts';
import { make } from '../scene/patch.ts';
import { INITIALS } from './symbolInitials.ts';
import editorStyles from './Editor.module.css';

/** What stands on a sheet beside symbols. */
const PLAIN = ['bus', 'text', 'value', 'bar', 'trend', 'button', 'link', 'rect', 'line'] as const;
export type Plain = (typeof PLAIN)[number];

export interface PaletteProps {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onSymbol: (name: string) => void;
  readonly onPlain: (kind: Plain) => void;
}

/** A drawing of a symbol alone. */
function SymbolPicture({ symbol }: { readonly symbol: SceneSymbol }) {
  const place = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const element = { id: symbol.name, type: 'symbol', layer: 'x', symbol: symbol.name, x: 0, y: 0 } as const;
    const ground = { elements: new Map(), ink: screenInk, language: 'en', seen: null, names: NO_NAMES };
    place.current?.replaceChildren(make({ ...drawElement(element, ground), attrs: {} }));
  }, [symbol]);
  const [w, h] = [Math.max(40, symbol.w + 8), Math.max(44, symbol.h + 8)];
  const viewBox = `${-w / 2} ${-h / 2} ${w} ${h}`;
  return <svg ref={place} viewBox={viewBox} width="38" height="38" aria-hidden="true" />;
}

/** Symbols whose names, or the initials of their pinyin, hold what was typed. */
function symbolsFound(words: string): readonly SceneSymbol[] {
  const wanted = words.trim().toLowerCase();
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  return SYMBOLS.filter(
    ({ name, title }) => wanted === '' || [name, title.zh, title.en, INITIALS[name] ?? ''].some(holds),
  );
}

/** Every symbol by its group, found by name or by the initials of its pinyin. Enter or a press puts it behind what is chosen. */
export function Palette({ search, onSymbol, onPlain }: PaletteProps) {
  const t = useDiagramTexts();
  const [words, setWords] = useState('');
  const found = symbolsFound(words);
  const take = (): void => {
    const [first] = found;
    if (!first) return;
    setWords('');
    onSymbol(first.name);
  };
  return (
    <Panel
      title={t('symbols')}
      unit={`GB/T 4728 · ${found.length} / ${SYMBOLS.length}`}
      className={editorStyles.palette}
    >
      <input
        ref={search}
        type="search"
        className={editorStyles.field}
        placeholder={t('searchSymbol')}
        aria-label={t('searchSymbol')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
        }}
      />
      <div className={editorStyles.paletteList}>
        {(Object.keys(SYMBOL_GROUPS) as SymbolGroup[]).map((group) => (
          <Group
            key={group}
            group={group}
            symbols={found.filter((one) => one.group === group)}
            onSymbol={onSymbol}
          />
        ))}
        {found.length === 0 && <p className={`${kit.hint} ${styles.quiet}`}>{t('noSymbol')}</p>}
      </div>
      <Plains onPlain={onPlain} />
    </Panel>
  );
}

interface GroupProps extends Pick<PaletteProps, 'onSymbol'> {
  readonly group: SymbolGroup;
  readonly symbols: readonly SceneSymbol[];
}

function Group({ group, symbols, onSymbol }: GroupProps) {
  const say = useText();
  if (symbols.length === 0) return null;
  return (
    <section>
      <h3>
        {say(SYMBOL_GROUPS[group])} <small>{symbols.length}</small>
      </h3>
      <div className={editorStyles.symbols}>
        {symbols.map((symbol) => (
          <button
            key={symbol.name}
            type="button"
            draggable
            title={say(symbol.title)}
            onClick={() => onSymbol(symbol.name)}
            onDragStart={(event) => event.dataTransfer.setData('text/x-symbol', symbol.name)}
          >
            <SymbolPicture symbol={symbol} />
            {say(symbol.title)}
          </button>
        ))}
      </div>
    </section>
  );
}

function Plains({ onPlain }: { readonly onPlain: (kind: Plain) => void }) {
  const say = useText();
  return (
    <div className={editorStyles.plains}>
      {PLAIN.map((kind) => (
        <Button key={kind} onClick={() => onPlain(kind)}>
          {say(PLAIN_NAMES[kind])}
        </Button>
      ))}
    </div>
  );
}
