import { useNavigate } from '@tanstack/react-router';
import { LOGIN } from '#web/session/address.ts';
import { logOut } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { confirm } from '#web/ui/Confirm.tsx';

/** Logs out after a question. */
export function useLogOut(): () => Promise<void> {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const navigate = useNavigate();
  return async () => {
    if (!(await confirm({ title: t('warning'), text: t('confirmExit') }))) return;
    await logOut(() => navigate({ to: LOGIN }));
  };
}
