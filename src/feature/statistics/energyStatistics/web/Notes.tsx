import type { PartProps } from '#web/analysisFrame/analysis.ts';
import { useText } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';

/** What a report says beside its numbers: its title, what is counted, who made it. */
export function Notes({ answer }: PartProps) {
  const say = useText();
  const [first, ...rest] = answer.notes ?? [];
  if (!first) return null;
  return (
    <Panel>
      {[first, ...rest].map((note) => (
        <p key={note.zh}>{say(note)}</p>
      ))}
    </Panel>
  );
}
