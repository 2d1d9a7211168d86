import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import type { CellRule } from '../contract.ts';
import { addPeerRules } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Operation.module.css';

interface PeerRulesProps {
  readonly kind: 'inverter' | 'cluster';
  /** Of the plant, or of any cluster of the station. */
  readonly id: number;
  readonly rules: readonly CellRule[];
  /** How many are compared. */
  readonly count: number;
}

/** With fewer nobody can say which of them is ill. */
const FEWEST = 3;

/** The alarm rules that compare devices of one kind, and the button that makes them. */
export function PeerRules({ kind, id, rules, count }: PeerRulesProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const may = useMay('event.alarm.add');
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => addPeerRules(kind, id),
    onSuccess: ({ made }) => {
      notify('success', made > 0 ? t('rulesMade', { n: made }) : t('rulesThere'));
      void client.invalidateQueries({ queryKey: ['assets', 'operation'] });
    },
  });
  if (count < FEWEST) return null;
  return (
    <div className={styles['rules']}>
      <span>{t('peerRules')}</span>
      {rules.length === 0 && <span className={kit.quiet}>{t('noPeerRules')}</span>}
      {rules.map((rule) => (
        <span key={rule.id}>
          <Link to="/SDNAlertConfig/SDNAlertConfig">{rule.name}</Link>{' '}
          <span className={kit.quiet}>{rule.enabled ? t('ruleOn') : t('ruleOff')}</span>
        </span>
      ))}
      {may && rules.length === 0 && (
        <Button disabled={add.isPending} onClick={() => add.mutate()}>
          {t('makePeerRules')}
        </Button>
      )}
    </div>
  );
}
