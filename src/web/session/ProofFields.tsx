import { useTexts } from '#web/text/useTexts.ts';
import { SecondCode } from './SecondCode.tsx';
import { useSession } from './session.ts';
import { TextBox } from './TextBox.tsx';

/** What proves that the person at the keyboard is who signed in: the own password, and the code of a second factor. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

/** The fields of such a proof, in a form of whoever asks for it; faults stand under their field. */
export function ProofFields({
  typed,
  faults,
  withCode,
  onType,
}: {
  readonly typed: Proof;
  readonly faults: Partial<Proof>;
  readonly withCode: boolean;
  readonly onType: (name: keyof Proof, value: string) => void;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const { user } = useSession();
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={user.userName} readOnly />
      <TextBox
        label={t('ownPassword')}
        name="password"
        secret
        focus
        autoComplete="current-password"
        value={typed.password}
        onChange={(value) => onType('password', value)}
        fault={faults.password}
      />
      {withCode && (
        <SecondCode value={typed.code} onChange={(value) => onType('code', value)} fault={faults.code} />
      )}
    </>
  );
}
