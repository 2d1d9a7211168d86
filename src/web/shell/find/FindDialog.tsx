import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from './FindDialog.module.css';
import { takeTyped } from './typedAhead.ts';
import { useHits } from './useHits.ts';

// The list is grouped and filled as one types, which the browser's own datalist cannot do.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

/** Ctrl K: any screen, action, enterprise, site, meter, unit or object by name, code, a word for it or pinyin. */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts<typeof import('../texts.ts').texts>('shell');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const hits = useHits(useDeferredValue(text.trim()), onClose);
  // The field below has the focus by now, so from here on keys go there.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const typed = takeTyped();
    if (!field.current || !typed) return;
    // At once in the field itself: the next key may come before the next picture.
    field.current.value = typed + field.current.value;
    setText(field.current.value);
  }, []);
  // By its key: what the server finds later may come in above it.
  const active = Math.max(
    0,
    hits.findIndex(({ key }) => key === chosen),
  );
  const onKey = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen(hits[(active + step + hits.length) % Math.max(1, hits.length)]?.key ?? null);
    } else if (event.key === 'Enter') {
      // Else the same key would also press whatever has the focus where it leads.
      event.preventDefault();
      hits[active]?.go();
    }
  };
  return (
    <Dialog title={t('find')} bare width={560} onClose={onClose}>
      <input
        className={styles.input}
        data-focus
        role="combobox"
        aria-expanded="true"
        aria-controls="find-hits"
        aria-activedescendant={hits.length ? `find-${active}` : undefined}
        aria-label={t('find')}
        placeholder={t('findHint')}
        ref={field}
        defaultValue=""
        onChange={(event) => {
          setText(event.target.value);
          setChosen(null);
        }}
        onKeyDown={onKey}
      />
      <div className={styles.hits} id="find-hits" role="listbox" aria-label={t('find')}>
        {hits.map((hit, i) => (
          <div key={hit.key}>
            {hits[i - 1]?.group !== hit.group && <div className={styles.group}>{t(hit.group)}</div>}
            <div
              id={`find-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              ref={i === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
              className={styles.hit}
              onMouseMove={() => setChosen(hit.key)}
              onClick={hit.go}
              onKeyDown={onKey}
            >
              <span className={styles.name}>
                {hit.name}
                {hit.reason && <span className={styles.reason}>{hit.reason}</span>}
              </span>
              <span className={styles.detail}>{hit.detail}</span>
            </div>
          </div>
        ))}
      </div>
      {hits.length === 0 && text.trim() && (
        <EmptyState why={t('findNothing', { text: shortened(text.trim()) })} next={t('findNothingNext')} />
      )}
    </Dialog>
  );
}

/** What was typed, as far as it fits into a sentence. */
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
