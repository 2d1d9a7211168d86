import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dictionaryCategory } from '#resource/sys/dictionaryCategory.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { post } from '#web/api.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { rowsChanged } from '#web/resource/rows.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { HANDED_OUT, numberOfList } from '../contract.ts';
import { categoriesQuery, type Category } from './calls.ts';
import { CategoryList } from './CategoryList.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './MasterData.module.css';
import { Entries, TREES } from './Entries.tsx';
import { shownName } from '#web/text/secondName.ts';
import { useMasterTexts } from './useMasterTexts.ts';

const readCategory = (raw: RawAddress): { category: number | null } => {
  const id = Number(raw['category']);
  return { category: Number.isInteger(id) && id > 0 ? id : null };
};

const NO_SLOTS = {};

/** Where an enterprise keeps its own codes of a list. */
const OWN: Readonly<Record<string, string>> = {
  productionProcess: '/Archive/processConfigure',
  processUnit: '/Archive/unitConfigure',
  energyDevice: '/Archive/deviceConfigure',
  nonEnergyProduct: '/Archive/materielProduct',
};

/** The dictionary: categories at the left, the entries of the chosen one at the right. */
export default function DictionaryPage() {
  const t = useMasterTexts();
  const [{ category }, change] = useAddress(readCategory);
  const categories = useQuery(categoriesQuery);
  const mayAdd = useMay('sys.dictionaryCategory.add');
  const [form, setForm] = useState<{ readonly row: Category | null } | null>(null);
  if (categories.isPending) return <LoadingState height={300} />;
  if (categories.isError)
    return (
      <ErrorState what={categories.error.message} onRetry={() => void categories.refetch()} height={300} />
    );
  const rows = categories.data;
  // A list of trees of their own has nothing to show here.
  const chosen =
    rows.find((row) => row.id === category) ?? rows.find(({ code }) => !(code in TREES)) ?? rows[0];
  const choose = (id: number | undefined): void => {
    const rest = { page: undefined, q: undefined, f: undefined, sort: undefined, row: undefined };
    change({ ...rest, category: id }, { push: true });
  };
  return (
    <div className={kit.sided}>
      <CategoryList
        rows={rows}
        selected={chosen?.id ?? null}
        onSelect={choose}
        onAdd={mayAdd ? () => setForm({ row: null }) : null}
      />
      <div className={styles.main}>
        {chosen ? (
          <>
            <CategoryHead
              row={chosen}
              onEdit={() => setForm({ row: chosen })}
              onGone={() => choose(undefined)}
            />
            <Entries category={chosen} />
          </>
        ) : (
          <Panel>
            <EmptyState why={t('empty')} next={t('emptyNext')} height={300} />
          </Panel>
        )}
      </div>
      {form && (
        <ResourceForm
          resource={dictionaryCategory}
          slots={NO_SLOTS}
          row={form.row}
          consumerId={null}
          onClose={() => setForm(null)}
          onAdded={(row) => choose(row.id)}
        />
      )}
    </div>
  );
}

interface HeadProps {
  readonly row: Category;
  readonly onEdit: () => void;
  readonly onGone: () => void;
}

function CategoryHead({ row, onEdit, onGone }: HeadProps) {
  const t = useMasterTexts();
  const mayEdit = useMay('sys.dictionaryCategory.edit');
  const mayDelete = useMay('sys.dictionaryCategory.del');
  const del = async (): Promise<void> => {
    const question = {
      title: t('delTitle', { name: shownName(row.name, row.nameEn) }),
      text: t('delEffect'),
      danger: true,
    };
    if (!(await confirm({ ...question, okText: t('del') }))) return;
    // A refusal is shown by the call itself.
    const gone = await post('sys/dictionaryCategory/del', { id: row.id }).then(
      () => true,
      () => false,
    );
    if (!gone) return;
    onGone();
    await rowsChanged();
  };
  return (
    <div className={`${kit.words} ${styles.head}`}>
      <h2>
        {numberOfList(row.code)} {shownName(row.name, row.nameEn)}{' '}
        <code className={kit.quiet}>{row.code}</code>
      </h2>
      {row.source && (
        <small>
          {t('source')}: {shownName(row.source, row.sourceEn)}
        </small>
      )}
      {HANDED_OUT.includes(row.code) && <small>{t('handedOut')}</small>}
      <span className={styles.end}>
        {OWN[row.code] && <Link to={OWN[row.code] ?? ''}>{t('own')}</Link>}
        <Link to="/SDNSysAdmin/SDNConfigDataDic/$params" params={{ params: row.code } as never}>
          {t('alone')}
        </Link>
        {mayEdit && (
          <Button kind="link" onClick={onEdit}>
            {t('edit')}
          </Button>
        )}
        {mayDelete && (
          <Button kind="link" onClick={() => void del()}>
            {t('del')}
          </Button>
        )}
      </span>
    </div>
  );
}
