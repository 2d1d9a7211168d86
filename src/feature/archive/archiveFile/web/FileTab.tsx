import { useMemo } from 'react';
import type { ArchiveTab } from '#contract/archiveTab.ts';
import {
  CHECK_FILE_TYPES,
  checkplanCheckfile,
  type CheckFileType,
} from '#resource/yunshui/checkplanCheckfile.ts';
import { ResourcePage } from '#web/resource/ResourcePage.tsx';
import { useText } from '#web/text/useTexts.ts';
import { fileSlots } from './fileSlots.tsx';

const isType = (value: string): value is CheckFileType => value in CHECK_FILE_TYPES;

/** A file tab of the metering archive (19–22, 31–34): its files in versions. */
export default function FileTab({ tab }: { readonly tab: ArchiveTab }) {
  const say = useText();
  const number = String(tab.number);
  const type = isType(number) ? number : '19';
  const slots = useMemo(() => fileSlots(type), [type]);
  const fixed = useMemo(() => ({ fileType: type }), [type]);
  return <ResourcePage resource={checkplanCheckfile} slots={slots} fixed={fixed} name={say(tab.name)} />;
}
