import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import type { BatteryDevice } from '../contract.ts';
import { addCellRules } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Operation.module.css';

/** The alarm rules on the cells of a cluster, and the button that makes those that fit its limits. */
export function CellRules({ device }: { readonly device: BatteryDevice }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const may = useMay('event.alarm.add');
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => addCellRules(device.id),
    onSuccess: ({ made }) => {
      notify('success', made > 0 ? t('rulesMade', { n: made }) : t('rulesThere'));
      void client.invalidateQueries({ queryKey: ['assets', 'operation'] });
    },
  });
  const { rules, spreadLimit, temperatureLimit } = device;
  const fitting = [spreadLimit, temperatureLimit].filter((limit) => limit !== null).length;
  return (
    <div className={styles['rules']}>
      <span>{t('rules')}</span>
      {rules.length === 0 && <span className={kit.quiet}>{t('noRules')}</span>}
      {rules.map(({ id, name, enabled }) => (
        <span key={id}>
          <Link to="/SDNAlertConfig/SDNAlertConfig">{name}</Link>{' '}
          <span className={kit.quiet}>{enabled ? t('ruleOn') : t('ruleOff')}</span>
        </span>
      ))}
      {may && fitting > rules.length && (
        <Button disabled={add.isPending} onClick={() => add.mutate()}>
          {t('makeRules')}
        </Button>
      )}
    </div>
  );
}
