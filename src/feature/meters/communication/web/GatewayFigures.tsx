import { KeyFigures, type KeyFigure } from '#web/ui/KeyFigures.tsx';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { momentAt } from '#domain/time/text.ts';
import { ageText } from '#web/ui/age.ts';
import type { GatewayRow } from '../contract.ts';
import { signedDrift } from './Drift.tsx';
import { protocolText } from './protocol.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

/** What a gateway has delivered, and when it was heard last. */
export function GatewayFigures({ gateway, now }: { readonly gateway: GatewayRow; readonly now: number }) {
  const t = useCommunicationTexts();
  const ui = useTexts<typeof import('#web/ui/texts.ts').texts>('ui');
  const { lastSeenAt, driftMs, timeZone } = gateway;
  const note = (label: string, value: string) => ({ comparison: { label, value } });
  const figures: KeyFigure[] = [
    {
      key: 'lastSeen',
      label: t('lastSeen'),
      value: lastSeenAt === null ? MISSING : ui('ago', { age: ageText((now - lastSeenAt) / 1000) }),
      ...(lastSeenAt === null ? {} : { full: momentAt(timeZone, lastSeenAt) }),
      ...note(t('interval'), ageText(gateway.intervalSeconds)),
    },
    {
      key: 'protocol',
      label: t('protocol'),
      value: protocolText(gateway.protocol, t('door_collector')),
      ...note(t('address'), gateway.address ?? MISSING),
    },
    {
      key: 'drift',
      label: t('drift'),
      value: driftMs === null ? MISSING : signedDrift(driftMs),
      ...note(t('meters'), formatNumber(gateway.meters, 0)),
    },
    {
      key: 'messages',
      label: t('messagesTotal'),
      value: formatNumber(gateway.messages, 0),
      ...note(t('accepted'), formatNumber(gateway.accepted, 0)),
    },
    {
      key: 'duplicate',
      label: t('duplicateTotal'),
      value: formatNumber(gateway.duplicate, 0),
      ...note(t('conflict'), formatNumber(gateway.conflict, 0)),
    },
    {
      key: 'rejected',
      label: t('rejectedTotal'),
      value: formatNumber(gateway.rejected, 0),
      ...note(t('unmapped'), formatNumber(gateway.unmapped, 0)),
    },
    {
      key: 'waiting',
      label: t('waiting'),
      value: formatNumber(gateway.waiting, 0),
      ...note(t('dropped'), formatNumber(gateway.dropped, 0)),
    },
    {
      key: 'quarantined',
      label: t('quarantined'),
      value: formatNumber(gateway.quarantined, 0),
    },
  ];
  return <KeyFigures compact figures={figures} />;
}
