import { Suspense, useState, type ReactNode } from 'react';
import { mayOpenPage } from '#contract/objectPage.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { ObjectDrawer } from './lazy.ts';

/** The name of a meter, which opens its popup; plain text for whoever may see no meters. */
export function MeterButton({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  const { funCodes } = useSession();
  const [open, setOpen] = useState(false);
  if (!mayOpenPage('meter', (code) => funCodes.includes(code))) return children;
  return (
    <>
      <Button kind="link" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && (
        <Suspense>
          <ObjectDrawer of={{ ammeterId: id }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
