import type { Field } from '#contract/field.ts';
import { OrgSelect, type OrgSelectProps } from './OrgSelect.tsx';
import { ReferenceSelect } from './ReferenceSelect.tsx';
import { targetOf } from './target.ts';

export interface PickerProps extends OrgSelectProps {
  readonly field: Field;
  readonly title?: string | undefined;
}

/** The picker for what a field refers to: a list found by searching, or the tree of organisations. */
export function Picker({ field, ...rest }: PickerProps) {
  const target = targetOf(field.refers);
  return target ? <ReferenceSelect {...rest} target={target} /> : <OrgSelect {...rest} />;
}
