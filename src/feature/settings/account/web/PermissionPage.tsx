import { useState } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { useMay } from '#web/session/session.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { AccountRightsView } from './AccountRightsView.tsx';
import kit from '#web/ui/kit.module.css';
import { OrgFunView } from './OrgFunView.tsx';

/** What an account may see and do and through which role; and what an enterprise may use at all. */
export default function PermissionPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const [view, setView] = useState<'account' | 'enterprise'>('account');
  const enterprises = useMay('sys.orgFun.view');
  return (
    <div className={kit.stack}>
      {enterprises && (
        <div>
          <Segmented
            label={t('view')}
            options={[
              { value: 'account', text: t('ofAccount') },
              { value: 'enterprise', text: t('orgFun') },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      {view === 'account' ? <AccountRightsView /> : <OrgFunView />}
    </div>
  );
}
