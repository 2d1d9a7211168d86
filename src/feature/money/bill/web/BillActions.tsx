import { useQueryClient } from '@tanstack/react-query';
import { post, type Params } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import type { BillView } from '../contract.ts';

/** Issues the bill of a month that is over, or takes it back. */
export function BillActions({ view, of }: { readonly view: BillView; readonly of: Params }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const may = useMay('price.bill.issue');
  const client = useQueryClient();
  if (!may || view.unfinished) return null;
  const run = async (call: 'issue' | 'revoke', title: string, text: string): Promise<void> => {
    if (!(await confirm({ title, text }))) return;
    await post(`price/bill/${call}`, of);
    await client.invalidateQueries({ queryKey: ['bill'] });
  };
  const { month, doubtfulLines } = view;
  const n = doubtfulLines.length;
  const ask = n > 0 ? `${t('issueDoubtful', { n })} ${t('issueText')}` : t('issueText');
  return view.issued ? (
    <Button onClick={() => void run('revoke', t('revokeAsk', { month }), t('issued'))}>{t('revoke')}</Button>
  ) : (
    <Button onClick={() => void run('issue', t('issueAsk', { month }), ask)}>{t('issue')}</Button>
  );
}
