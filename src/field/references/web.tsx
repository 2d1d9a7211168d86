import { Fragment } from 'react';
import { pageKindOf } from '#contract/objectPage.ts';
import { NAME_COMMA } from '#contract/text.ts';
import type { CellProps, InputProps, KindColumn } from '#web/resource/kindWeb.ts';
import { idsOf } from '#web/resource/ids.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { useText } from '#web/text/useTexts.ts';
import { PageLink } from '#web/ui/PageLink.tsx';

export { Filter } from '../reference/web.tsx';

export const column: KindColumn = { align: 'start', width: 120, inline: false };

export function Cell({ field, value, title }: CellProps) {
  const ids = idsOf(value);
  const comma = useText()(NAME_COMMA);
  const words = title ?? ids.join(comma);
  const kind = pageKindOf(field.refers);
  const names = ids.length === 1 ? [words] : words.split(comma);
  // A name with a comma in it cannot be told from two.
  if (kind === null || names.length !== ids.length) return <span title={words}>{words}</span>;
  return (
    <span title={words}>
      {ids.map((id, i) => (
        <Fragment key={id}>
          {i > 0 && comma}
          <PageLink kind={kind} id={id} quiet>
            {names[i]}
          </PageLink>
        </Fragment>
      ))}
    </span>
  );
}

export function Input({ field, value, onChange, inline, ...rest }: InputProps) {
  return (
    <Picker {...rest} field={field} ids={idsOf(value)} onChange={onChange} multiple small={inline ?? false} />
  );
}
