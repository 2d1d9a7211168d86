import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { RESOURCE_PAGE_SIZES } from '#contract/envelope.ts';
import { saveFile } from '#web/api.ts';
import { useAsked } from '#web/asked.ts';
import { ShownZone, useZone } from '#web/session/zone.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useCellEdit } from './useCellEdit.ts';
import { deleteRows } from './deleteRows.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import type { ResourceRow } from './kindWeb.ts';
import { ListBody } from './ListBody.tsx';
import { NOTICE_MS } from './noticeTime.ts';
import { NoneYet } from './NoneYet.tsx';
import { PageDialog, type OpenDialog } from './PageDialog.tsx';
import { ResourceCards } from './ResourceCards.tsx';
import styles from './ResourcePage.module.css';
import { ResourceTable } from './ResourceTable.tsx';
import { RowButtons } from './RowButtons.tsx';
import { callOf, rowsChanged } from './rows.ts';
import type { RowAction, WebSlots } from './slot.ts';
import { TableFoot } from './TableFoot.tsx';
import { titleOf } from './target.ts';
import { Toolbar } from './Toolbar.tsx';
import { useList } from './useList.ts';
import { useNeeded } from './useNeeded.ts';
import { usePermissions } from './usePermissions.ts';
import { useResourceTexts } from './useResourceTexts.ts';
import { useSelection } from './useSelection.ts';

export interface ResourcePageProps {
  readonly resource: Resource;
  readonly slots: WebSlots;
  /** What every row of the page has in common: shown nowhere, set in a new row. */
  readonly fixed?: Readonly<Record<string, string | number>>;
  /** What a page of some of the rows calls them; else the resource's label. */
  readonly name?: string;
}

const NO_FIXED = {};
/** What an address may ask for, each for whoever holds it. */
const ASKED = ['add', 'import', 'export'] as const;

/** The list page of any resource: table or tree, filters, forms, import and export, all from its definition. */
export function ResourcePage({ resource, slots, fixed = NO_FIXED, name }: ResourcePageProps) {
  const navigate = useNavigate();
  const t = useResourceTexts();
  const say = useText();
  const narrow = useNarrow();
  const may = usePermissions(resource);
  const list = useList(resource, slots.view ?? 'list', fixed);
  const needed = useNeeded(resource, list);
  const edit = useCellEdit(resource, rowsChanged);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [panel, setPanel] = useState(false);
  const zone = useZone(list.consumerId);
  const [asked, done] = useAsked(ASKED);
  const wanted = asked !== null && may(asked) ? asked : null;
  const dialog = open ?? dialogOf(wanted, slots);
  // A dialog closes itself alone: its answer may come when another is open.
  const shownDialog = useRef<unknown>(null);
  useEffect(() => {
    shownDialog.current = open ?? wanted;
  });
  const close = (): void => {
    if (shownDialog.current !== (open ?? wanted)) return;
    setOpen(null);
    done();
  };
  const what = name ?? say(resource.label);

  const { address, preferences, consumerId } = list;
  const { filters, search, sorter } = list.dataTable;
  const titles = new Map(list.rows.map(({ row }) => [row.id, titleOf(resource, row, zone)]));
  const selection = useSelection(JSON.stringify([filters, search]), titles);
  const density =
    preferences.density ??
    (matchMedia('(pointer: coarse)').matches ? ('touch' as const) : ('normal' as const));
  const shown = list.columns.filter((column) => column.shown);
  const actions = (slots.actions ?? []).filter((action) => may(action.permission));
  const SlotToolbar = slots.toolbar;

  const remove = async (rows: readonly { id: number; title: string }[]): Promise<void> => {
    // A refusal is shown by the call itself; nothing is deleted then.
    const gone = await deleteRows(resource, what, rows, t).catch(() => false);
    if (!gone) return;
    selection.clear();
    if (rows.some((row) => row.id === address.row)) list.open(null);
  };
  const openForm = (row: ResourceRow | null): void => {
    const at = slots.formAt?.(row);
    if (at) void navigate({ to: at.to, search: at.search as never });
    else setOpen({ kind: 'form', row });
  };
  const act = (action: RowAction, row: ResourceRow): void => {
    if (action.run)
      void action
        .run(row)
        .then((done) => {
          if (action.edits && done !== false) notify('success', t('edited'), NOTICE_MS);
          return rowsChanged();
        })
        .catch(() => {});
    else setOpen({ kind: 'action', action, row });
  };
  const chosen = selection.rows;
  const buttonsOf = (row: ResourceRow, wide = false) => (
    <RowButtons
      title={titleOf(resource, row, zone)}
      may={may}
      wide={wide}
      actions={actions}
      onEdit={() => openForm(row)}
      onDelete={() => void remove([{ id: row.id, title: titleOf(resource, row, zone) }])}
      onAction={(action) => act(action, row)}
    />
  );
  const acts = may('edit') || may('del') || actions.length > 0;
  const actionsOf = acts ? (row: ResourceRow) => buttonsOf(row) : null;
  const rows = list.error ? [] : list.rows;
  const body = (
    <ListBody
      resource={resource}
      what={what}
      list={list}
      may={may}
      onAdd={() => openForm(null)}
      onImport={() => setOpen({ kind: 'import' })}
    />
  );
  const instead = rows.length === 0 ? body : null;
  const filtering = narrow ? panel : preferences.filterRow;
  // Where there is nothing at all there is nothing to filter.
  const none = instead !== null && !list.loading && !list.error && !list.narrowed;
  const filterRow = filtering && !none;
  const exportSeen = (format: 'xlsx' | 'csv'): void => {
    void saveFile(callOf(resource, 'exportdatatable'), {
      dataTable: JSON.stringify({ filters, search, sorter }),
      fieldName: [...Object.keys(fixed), ...shown.map((column) => column.name)],
      format,
    }).catch(() => {});
  };
  if (needed) return <NoneYet why={t('noneNeeded', { what, needed: say(needed.label) })} enter={[needed]} />;
  return (
    <ShownZone value={zone}>
      <section className={styles.page} aria-label={what}>
        <Toolbar
          list={list}
          may={may}
          hasTree={resource.tree !== undefined}
          narrow={narrow}
          density={density}
          filtering={filtering}
          onFiltering={() => (narrow ? setPanel(!panel) : list.prefer({ filterRow: !filtering }))}
          onAdd={() => openForm(null)}
          onImport={() => setOpen({ kind: 'import' })}
          onExport={exportSeen}
          exporting={wanted === 'export'}
          onExported={done}
        >
          {SlotToolbar && <SlotToolbar resource={resource} selected={[...selection.ids]} />}
        </Toolbar>
        {narrow ? (
          <>
            {filterRow && (
              <FilterPanel
                columns={shown}
                filters={list.filters}
                onFilter={list.filter}
                consumerId={consumerId}
              />
            )}
            <ResourceCards
              resource={resource}
              slots={slots}
              columns={shown}
              rows={rows}
              waiting={list.waiting}
              onOpen={(row) => list.open(row.id)}
              onToggle={list.toggle}
              actionsOf={actionsOf}
            >
              {instead}
            </ResourceCards>
          </>
        ) : (
          <ResourceTable
            resource={resource}
            slots={slots}
            columns={shown}
            rows={rows}
            density={density}
            waiting={list.waiting}
            onSort={list.inTree ? null : list.sort}
            sorter={list.dataTable.sorter}
            onFilter={filterRow ? list.filter : null}
            filters={list.filters}
            consumerId={consumerId}
            onSelect={may('del') ? selection.choose : null}
            selected={selection.ids}
            edit={may('edit') ? edit : null}
            onOpen={(row) => list.open(row.id)}
            onToggle={list.toggle}
            actionsOf={actionsOf}
          >
            {instead}
          </ResourceTable>
        )}
        <TableFoot
          total={list.loading || list.error ? null : list.total}
          page={list.inTree ? null : { current: list.dataTable.current, size: list.dataTable.pageSize }}
          narrow={narrow}
          onPage={list.turn}
          sizes={RESOURCE_PAGE_SIZES}
        >
          {chosen.length > 0 ? (
            <>
              <span>{t('selected', { count: chosen.length })}</span>
              <Button kind="link" onClick={() => void remove(chosen)}>
                {t('deleteSelected')}
              </Button>
              <Button kind="link" onClick={selection.clear}>
                {t('selectNone')}
              </Button>
            </>
          ) : (
            may('edit') && !narrow && rows.length > 0 && <span className={styles.hint}>{t('keysHint')}</span>
          )}
        </TableFoot>
        {address.row !== null && (
          <DetailDrawer
            key={address.row}
            resource={resource}
            slots={slots}
            id={address.row}
            known={list.rows.find(({ row }) => row.id === address.row)?.row}
            onClose={() => list.open(null)}
            actionsOf={(row) => acts && buttonsOf(row, true)}
          />
        )}
        {dialog && (
          <PageDialog
            open={dialog}
            resource={resource}
            slots={slots}
            consumerId={consumerId}
            known={fixed}
            onClose={close}
            onFollow={(row) => {
              const { followUp } = slots;
              if (!followUp) return;
              const action: RowAction = { key: 'followUp', permission: 'edit', ...followUp };
              setOpen((now) => now ?? { kind: 'action', action, row });
            }}
            onAdded={(row) => {
              if (slots.AfterAdd) setOpen((now) => now ?? { kind: 'added', row });
            }}
          />
        )}
      </section>
    </ShownZone>
  );
}

/** The dialog that an address asks for; a form that is a page of its own is no dialog. */
function dialogOf(wanted: (typeof ASKED)[number] | null, slots: WebSlots): OpenDialog | null {
  if (wanted === 'add' && !slots.formAt) return { kind: 'form', row: null };
  return wanted === 'import' ? { kind: 'import' } : null;
}
