import { NAME_COMMA, textIn } from '#contract/text.ts';
import { post } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { currentLanguage } from '#web/text/language.ts';
import { say } from '#web/text/useTexts.ts';
import { confirm } from '#web/ui/Confirm.tsx';
import type { FunctionName, RoleEffect } from '../contract.ts';

const NAMED = 6;

function named(functions: readonly FunctionName[]): string {
  const zh = currentLanguage() === 'zh';
  const names = functions.slice(0, NAMED).map((one) => (zh ? one.funName : one.funNameEn));
  const more = functions.length > NAMED ? ` … (${functions.length})` : '';
  return names.join(textIn(NAME_COMMA, currentLanguage())) + more;
}

/** What a change of a role does, in sentences. */
function effectText(effect: RoleEffect): string {
  const { accounts, gains, losses, gaining, losing, names, limitChanged } = effect;
  const parts = [say('account.effectAccounts', { n: accounts })];
  if (gains.length > 0) parts.push(say('account.effectGains', { names: named(gains), n: gaining }));
  if (losses.length > 0) parts.push(say('account.effectLosses', { names: named(losses), n: losing }));
  if (limitChanged) parts.push(say('account.effectLimits'));
  if (names.length > 0)
    parts.push(say('account.effectNames', { names: names.join(textIn(NAME_COMMA, currentLanguage())) }));
  return parts.join(' ');
}

/** Before a role is changed for the people who hold it: what they gain and lose. */
export async function confirmRole(
  row: ResourceRow,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (!('orgFunList' in values) && !('orgLimitList' in values)) return true;
  const list = (name: string): string => {
    const value = name in values ? values[name] : row[name];
    return Array.isArray(value) ? value.join(',') : '';
  };
  const effect = await post<RoleEffect>(
    'sys/orgRole/getEffect',
    { id: row.id, orgFunList: list('orgFunList'), orgLimitList: list('orgLimitList') },
    { quiet: true },
  );
  if (effect.accounts === 0) return true;
  return confirm({
    title: say('account.effectTitle'),
    text: effectText(effect),
    okText: say('account.effectOk'),
  });
}
