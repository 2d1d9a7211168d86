import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { NAME_COMMA } from '#contract/text.ts';
import { ApiError, get, post, upload } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { initialsOf } from '#web/shell/initials.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { MISSING } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { AlarmWays } from './AlarmWays.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Profile.module.css';
import { SecondCode } from './SecondCode.tsx';
import { sessionQuery, useSession } from './session.ts';
import { TextBox } from './TextBox.tsx';

interface Info {
  readonly userId: number;
  readonly userName: string;
  readonly name: string;
  readonly telephone: string | null;
  readonly email: string | null;
  readonly idNumber: string | null;
  readonly icon: string | null;
  readonly orgName: string | null;
  readonly expiredTime: string | null;
  readonly roles: readonly { readonly roleId: number; readonly roleName: string }[];
}

const FIELDS = ['name', 'telephone', 'email', 'idNumber'] as const;
type Name = (typeof FIELDS)[number];
const LABELS = {
  name: { zh: '姓名', en: 'Name' },
  telephone: { zh: '电话', en: 'Telephone' },
  email: { zh: '邮箱', en: 'E-mail' },
  idNumber: { zh: '证件号', en: 'Identity number' },
} as const;

/** What the server changes only together with the password. */
const GUARDED: readonly Name[] = ['telephone', 'email'];

const KEY = ['hxyUser', 'getPersonalInfo'];

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: KEY });
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Who one is: picture and fields of one's own, and what an administrator has set. */
export default function ProfilePage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  const info = useQuery({
    queryKey: KEY,
    queryFn: () => get<Info>('hxyUser/userLogin/getPersonalInfo', {}, { quiet: true }),
  });
  if (info.isError) return <ErrorState what={info.error.message} onRetry={() => void info.refetch()} />;
  if (!info.data) return <LoadingState />;
  const { userName, orgName, roles, expiredTime } = info.data;
  return (
    <div className={styles.page}>
      <Panel title={t('mine')}>
        <Picture info={info.data} />
        <OwnFields key={JSON.stringify(info.data)} info={info.data} />
      </Panel>
      <Panel title={t('alarmWays')}>
        <AlarmWays telephone={info.data.telephone} email={info.data.email} />
      </Panel>
      <Panel title={t('given')}>
        <dl className={styles.given}>
          <dt>{t('account')}</dt>
          <dd>{userName}</dd>
          <dt>{t('enterprise')}</dt>
          <dd>{orgName ?? t('platform')}</dd>
          <dt>{t('roles')}</dt>
          <dd>{roles.map((role) => role.roleName).join(say(NAME_COMMA)) || MISSING}</dd>
          <dt>{t('expires')}</dt>
          <dd>{expiredTime ?? t('never')}</dd>
        </dl>
      </Panel>
    </div>
  );
}

function Picture({ info }: { info: Info }) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    await upload('sys/icon/upload', { upFile: file });
    await refresh();
    notify('success', t('saved'));
  };
  const remove = async (): Promise<void> => {
    await post('sys/icon/remove');
    await refresh();
    notify('success', t('saved'));
  };
  return (
    <div className={styles.picture}>
      {info.icon ? <img src={info.icon} alt="" /> : <span aria-hidden="true">{initialsOf(info.name)}</span>}
      <div>
        <p>{t('pictureRule')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          aria-label={t('choosePicture')}
          onChange={(event) => {
            // A refusal is shown by the call itself.
            void choose(event.target.files?.[0]).catch(() => undefined);
            event.target.value = '';
          }}
        />
        <div className={kit.wrap}>
          <Button onClick={() => input.current?.click()}>{t('choosePicture')}</Button>
          {info.icon && (
            <Button kind="link" onClick={() => void remove().catch(() => undefined)}>
              {t('removePicture')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function OwnFields({ info }: { info: Info }) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  const [typed, setTyped] = useState<Readonly<Record<Name, string>>>({
    name: info.name,
    telephone: info.telephone ?? '',
    email: info.email ?? '',
    idNumber: info.idNumber ?? '',
  });
  const { secondFactor } = useSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<Partial<Record<Name | 'password' | 'code', string>>>({});
  const [busy, setBusy] = useState(false);
  const changed = FIELDS.filter((name) => typed[name].trim() !== (info[name] ?? ''));
  const guarded = changed.some((name) => GUARDED.includes(name));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found: Partial<Record<Name | 'password' | 'code', string>> = {};
    if (guarded && !password) {
      setFaults({ password: t('needPassword') });
      return;
    }
    setBusy(true);
    let spent = false;
    for (const name of changed) {
      // A wrong password counts as a failed log-in: it is tried once. A code works once.
      if ((found.password || found.code) && GUARDED.includes(name)) continue;
      if (spent && GUARDED.includes(name)) {
        setCode('');
        found.code = t('nextCode');
        continue;
      }
      const field = { id: info.userId, fieldName: name, fieldValue: typed[name].trim() };
      await post(
        'hxyUser/userLogin/editEmpfield',
        GUARDED.includes(name) ? { ...field, password, code } : field,
        {
          quiet: true,
        },
      )
        .then(() => {
          if (secondFactor && GUARDED.includes(name)) spent = true;
        })
        .catch((error: unknown) => {
          const at =
            error instanceof ApiError && (error.field === 'password' || error.field === 'code')
              ? error.field
              : name;
          found[at] = error instanceof ApiError ? error.message : String(error);
        });
    }
    setBusy(false);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    await refresh();
    notify('success', t('saved'));
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {FIELDS.map((name) => (
        <TextBox
          key={name}
          label={say(LABELS[name])}
          name={name}
          optional={name !== 'name'}
          value={typed[name]}
          onChange={(value) => setTyped((now) => ({ ...now, [name]: value }))}
          fault={faults[name]}
        />
      ))}
      {guarded && (
        <TextBox
          label={t('ownPassword')}
          name="password"
          secret
          autoComplete="current-password"
          help={t('whyPassword')}
          value={password}
          onChange={setPassword}
          fault={faults.password}
        />
      )}
      {guarded && secondFactor && <SecondCode value={code} onChange={setCode} fault={faults.code} />}
      <Button kind="primary" type="submit" disabled={busy || changed.length === 0}>
        {t('save')}
      </Button>
    </form>
  );
}
