import { useState } from 'react';
import { confirmRole, FunctionTree, HomeCell, HomeInput } from '#feature/settings/account/web/slots.ts';
import { idsOf } from '#web/resource/ids.ts';
import type { CellProps } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';

const texts = {
  copy: { zh: '复制', en: 'Copy' },
  copyMark: { zh: '副本', en: 'copy' },
};

/** In a list how many functions a role has: their names would be hundreds. */
function FunctionCount({ value }: CellProps) {
  const count = idsOf(value).length;
  return count === 0 ? MISSING : formatNumber(count, 0);
}

/** A new role that begins as a copy of another. */
function CopyDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const [known] = useState(() => ({
    roleName: `${String(row['roleName'])} (${say(texts.copyMark)})`.slice(0, 60),
    orgFunList: row['orgFunList'],
    orgLimitList: row['orgLimitList'],
    homeUrl: row['homeUrl'],
    remark: row['remark'],
  }));
  return (
    <ResourceForm
      resource={resource}
      slots={slots}
      row={null}
      consumerId={null}
      known={known}
      onClose={onClose}
    />
  );
}

export const slots: WebSlots = {
  inputs: { orgFunList: FunctionTree, homeUrl: HomeInput },
  numbers: ['orgFunList'],
  cells: { orgFunList: FunctionCount, homeUrl: HomeCell },
  actions: [{ key: 'copy', label: texts.copy, permission: 'add', Dialog: CopyDialog }],
  confirmEdit: confirmRole,
};
