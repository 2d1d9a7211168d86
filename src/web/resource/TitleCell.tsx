import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import type { Resource } from '#contract/define.ts';
import { mayOpenPage, pageKindOf } from '#contract/objectPage.ts';
import { useSession } from '#web/session/session.ts';
import { useShownZone } from '#web/session/zone.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import type { ResourceRow } from './kindWeb.ts';
import styles from './TitleCell.module.css';
import { titleOf } from './target.ts';
import type { TableRow } from './tree.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface TitleCellProps extends TableRow {
  readonly resource: Resource;
  readonly onOpen: (row: ResourceRow) => void;
  readonly onToggle: (id: number) => void;
}

const INDENT = 18;

/** The name of a row, which leads to its page or opens its detail; in a tree with its place and a handle to open what is below. */
export function TitleCell({ resource, row, depth, open, onOpen, onToggle }: TitleCellProps) {
  const t = useResourceTexts();
  const title = titleOf(resource, row, useShownZone());
  const { funCodes } = useSession();
  const page = pageKindOf(resource.name);
  const leads = page !== null && mayOpenPage(page, (code) => funCodes.includes(code));
  return (
    <span className={styles.cell} style={{ paddingLeft: depth * INDENT }}>
      {open !== undefined && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-label={t(open ? 'closeBranch' : 'openBranch', { row: title })}
          onClick={() => onToggle(row.id)}
        >
          <Icon icon={open ? DownOutlined : RightOutlined} size={10} />
        </button>
      )}
      {open === undefined && depth > 0 && <span className={styles.leaf} />}
      {leads ? (
        <PageLink kind={page} id={row.id} className={styles.title} title={title}>
          {title}
        </PageLink>
      ) : (
        <Button kind="link" className={styles.title ?? ''} title={title} onClick={() => onOpen(row)}>
          {title}
        </Button>
      )}
    </span>
  );
}
