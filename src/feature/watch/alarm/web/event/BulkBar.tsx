import { Input, Select } from 'antd';
import { useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Table } from '#web/ui/Table.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { AlarmRow, StateResult } from '../../contract.ts';
import { setStates } from '../calls.ts';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { processWord } from '../words.ts';
import styles from './Event.module.css';

const LENGTH = 300;
const STATES = ['1', '2', '3', '4', '5'];

interface Result extends StateResult {
  readonly name: string;
}

/** Handles the chosen records at once; where one could not be handled, what became of each is told. */
export function BulkBar({
  rows,
  onDone,
}: {
  readonly rows: readonly AlarmRow[];
  readonly onDone: () => void;
}) {
  const t = useAlarmTexts();
  const say = useText();
  const [state, setState] = useState('1');
  const [text, setText] = useState('');
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const [busy, run] = useOneAtATime();
  const apply = (): void =>
    void run(async () => {
      const names = new Map(rows.map(({ id, recordName }) => [id, recordName]));
      const answer = await setStates([...names.keys()], state, text);
      if (answer.some(({ ok }) => !ok)) {
        setResults(answer.map((one) => ({ ...one, name: names.get(one.id) ?? String(one.id) })));
        return;
      }
      notify('success', t(state === '1' ? 'confirmed' : 'edited'));
      setText('');
      onDone();
    }).catch(() => {});
  return (
    <span className={styles.bulk}>
      <b>{t('selected', { n: formatNumber(rows.length, 0) })}</b>
      <Select
        aria-label={t('process')}
        size="small"
        className={styles.code ?? ''}
        value={state}
        options={STATES.map((code) => ({ value: code, label: say(processWord(code)) }))}
        onChange={setState}
      />
      <Input
        aria-label={t('note')}
        placeholder={t('note')}
        size="small"
        className={styles.note ?? ''}
        maxLength={LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={apply}
      />
      <Button kind="primary" className={styles.apply} disabled={busy} onClick={apply}>
        {state === '1' ? t('confirm') : t('apply')}
      </Button>
      {results && <Results results={results} onClose={() => setResults(null)} />}
    </span>
  );
}

function Results({
  results,
  onClose,
}: {
  readonly results: readonly Result[];
  readonly onClose: () => void;
}) {
  const t = useAlarmTexts();
  const done = results.filter(({ ok }) => ok).length;
  return (
    <Dialog title={t('results')} onClose={onClose}>
      <p>{t('resultsDone', { n: done, m: results.length - done })}</p>
      <Table<Result>
        look="rows"
        label={t('results')}
        columns={[
          { key: 'name', title: t('what'), rowHead: true, render: ({ name }) => name },
          {
            key: 'result',
            title: t('results'),
            render: ({ ok, message }) => (
              <StatusDot status={ok ? 'normal' : 'warning'} text={message ?? t('done')} />
            ),
          },
        ]}
        rows={results}
        keyOf={({ id }) => id}
      />
    </Dialog>
  );
}
