import { useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { NetworkAnswer, NetworkObject } from '../../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import editorStyles from './Editor.module.css';

interface ObjectTrayProps {
  readonly network: NetworkAnswer | undefined;
  /** The template of people by which they are put; null = that of each object's type. */
  readonly template: string | null;
  readonly onPut: (object: NetworkObject) => void;
}

const MOST = 60;

/** Objects of the site: a press puts the template of an object's type on the sheet, with its bindings set. */
export function ObjectTray({ network, template, onPut }: ObjectTrayProps) {
  const t = useDiagramTexts();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = (network?.objects ?? []).filter(({ name, parentName, typeName }) =>
    `${name} ${parentName ?? ''} ${typeName ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <Panel
      title={t('objects')}
      unit={template === null ? t('objectsHint') : t('useTemplate', { name: template })}
      extra={
        <input
          type="search"
          className={editorStyles.field}
          aria-label={t('searchObject')}
          placeholder={t('searchObject')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      }
    >
      {network && found.length === 0 ? (
        <p className={`${kit.hint} ${styles.quiet}`}>{t(wanted ? 'noObjectFound' : 'noObjects')}</p>
      ) : (
        <ul className={editorStyles.tray}>
          {found.slice(0, MOST).map((object) => (
            <li key={object.orgId}>
              <Button onClick={() => onPut(object)}>
                <b>{object.name}</b> {[object.parentName, object.typeName].filter(Boolean).join(' · ')}
              </Button>
            </li>
          ))}
          {found.length > MOST && (
            <li className={`${kit.hint} ${styles.quiet}`}>
              {t('more', { n: formatNumber(found.length - MOST, 0) })}
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}
