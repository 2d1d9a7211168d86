import { homeAt } from '#contract/home.ts';
import { post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { sessionQuery, useSession } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { plainPath } from './menu.ts';
import styles from './SubjectTabs.module.css';

/** Beside the homes of an account: with which of them it begins; kept with the account. Nothing on other pages. */
export function HomeChoice({ path }: { readonly path: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const { home } = useSession();
  const here = homeAt(path);
  if (!here) return null;
  if (plainPath(home ?? null) === plainPath(here.url))
    return <span className={styles.begins}>{t('beginsHere')}</span>;
  const choose = async (): Promise<void> => {
    await post('sys/preference/save', { name: 'home', value: JSON.stringify({ url: here.url }) });
    queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, home: here.url });
  };
  return (
    <Button kind="link" className={styles.begins} onClick={() => void choose().catch(() => undefined)}>
      {t('openHere')}
    </Button>
  );
}
