import { useEffect, useRef, useState, type RefObject } from 'react';
import { drawElement } from '#domain/scene/drawElement.ts';
import { screenInk } from '#domain/scene/ink.ts';
import { NO_NAMES } from '#domain/scene/label.ts';
import { type SceneSymbol, SYMBOL_GROUPS, type SymbolGroup } from '#domain/scene/symbol/figure.ts';
import { SYMBOLS } from '#domain/scene/symbol/symbols.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
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
    const element = { id: symbol.name, type: 'symbol' as const, layer: 'x', symbol: symbol.name, x: 0, y: 0 };
    const ground = { elements: new Map(), ink: screenInk, language: 'en', seen: null, names: NO_NAMES };
    place.current?.replaceChildren(make({ ...drawElement(element, ground), attrs: {} }));
  }, [symbol]);
  const [w, h] = [Math.max(40, symbol.w + 8), Math.max(44, symbol.h + 8)];
  return <svg ref={place} viewBox={`${-w / 2} ${-h / 2} ${w} ${h}`} width="38" height="38" aria-hidden="true" />;
} // prettier-ignore

/** Every symbol by its group, found by name or by the initials of its pinyin. Enter or a press puts it behind what is chosen. */
export function Palette({ search, onSymbol, onPlain }: PaletteProps) {
  const t = useDiagramTexts();
  const say = useText();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = SYMBOLS.filter(({ name, title }) => wanted === '' || [name, title.zh, title.en, INITIALS[name] ?? ''].some((one) => one.toLowerCase().includes(wanted)));
  const groups = Object.keys(SYMBOL_GROUPS) as SymbolGroup[];
  return (
    <Panel title={t('symbols')} unit={`GB/T 4728 · ${found.length} / ${SYMBOLS.length}`} className={editorStyles.palette}>
      <input
        ref={search}
        type="search"
        className={editorStyles.field}
        placeholder={t('searchSymbol')}
        aria-label={t('searchSymbol')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first) {
            setWords('');
            onSymbol(first.name);
          }
        }}
      />
      <div className={editorStyles.paletteList}>
        {groups.map((group) => {
          const own = found.filter((one) => one.group === group);
          if (own.length === 0) return null;
          return (
            <section key={group}>
              <h3>
                {say(SYMBOL_GROUPS[group])} <small>{own.length}</small>
              </h3>
              <div className={editorStyles.symbols}>
                {own.map((symbol) => (
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
        })}
        {found.length === 0 && <p className={styles.quiet}>{t('noSymbol')}</p>}
      </div>
      <Plains onPlain={onPlain} />
    </Panel>
  );
} // prettier-ignore

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
