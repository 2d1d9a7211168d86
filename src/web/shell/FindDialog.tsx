import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { get } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { findScreens, screensIn } from './find.ts';
import styles from './FindDialog.module.css';
import { addressOf, keptSearch } from './keptSearch.ts';
import { useMenu } from './menu.ts';
import { objectAddress, type FoundObject } from './objectAddress.ts';

/** Something that was found and where it leads. */
interface Hit {
  readonly key: string;
  readonly group: 'findScreens' | 'findconsumer' | 'findsite' | 'findmeter' | 'findunit';
  readonly name: string;
  readonly detail: string;
  readonly go: () => void;
}

const SHOWN = 30;

// The list is grouped and filled as one types, which the browser's own datalist cannot do.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

/** Ctrl K: any screen, enterprise, site, meter or unit by name, code or pinyin initials. */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const hits = useHits(useDeferredValue(text.trim()), onClose);
  const active = Math.min(chosen, hits.length - 1);
  const onKey = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((active + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') hits[active]?.go();
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
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
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
              onMouseMove={() => setChosen(i)}
              onClick={hit.go}
              onKeyDown={onKey}
            >
              <span>{hit.name}</span>
              <span className={styles.detail}>{hit.detail}</span>
            </div>
          </div>
        ))}
      </div>
      {hits.length === 0 && text.trim() && (
        <EmptyState why={t('findNothing', { text: text.trim() })} next={t('findNothingNext')} />
      )}
    </Dialog>
  );
}

function useHits(text: string, onClose: () => void): Hit[] {
  const menu = useMenu();
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search });
  const screens = useMemo(() => screensIn(menu), [menu]);
  const { data: objects = [] } = useQuery({
    queryKey: ['sys', 'find', text],
    queryFn: ({ signal }) => get<FoundObject[]>('sys/find', { text }, { quiet: true, signal }),
    enabled: text.length > 0,
    placeholderData: (before) => (text ? before : []),
  });
  const go = (to: string, part: object) => () => {
    onClose();
    void navigate({ to, search: part as never });
  };
  return [
    ...findScreens(screens, text).map((screen): Hit => ({
      key: `screen ${screen.key}`,
      group: 'findScreens',
      name: screen.name,
      detail: screen.over,
      go: go(addressOf(screen.url), keptSearch(search)),
    })),
    ...objects.map((object): Hit => {
      const { to, search: part } = objectAddress(object);
      return {
        key: `${object.kind} ${object.id}`,
        group: `find${object.kind}`,
        name: object.name,
        detail: object.code,
        go: go(to, part),
      };
    }),
  ].slice(0, SHOWN);
}
