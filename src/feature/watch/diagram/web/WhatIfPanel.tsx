import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { switchesOf } from '#domain/scene/supply.ts';
import { type Taker, type TransformerLoad, whatIf } from '#domain/scene/whatIf.ts';
import { momentAt } from '#domain/time/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { DiagramHead } from '../contract.ts';
import { networkQuery, peakQuery } from './calls.ts';
import styles from './Diagram.module.css';
import type { Tried } from './scene/SeenKeeper.ts';
import { nameOf, type Names } from '#domain/scene/label.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import type { Shown } from './useSceneValues.ts';

export interface WhatIfPanelProps {
  readonly diagram: DiagramHead;
  readonly shown: Shown;
  readonly names: Names;
  readonly scene: Scene;
  readonly at: number | null;
  readonly tried: Tried;
  readonly onFlip: (element: string) => void;
  readonly onClose: () => void;
}

const kW = (value: number | null): string => (value === null ? MISSING : formatNumber(value, 0));
/** What would be if switches stood elsewhere: nothing is switched. Every switch can be tried from the list as well. */
export function WhatIfPanel({ diagram, shown, names, scene, at, tried, onFlip, onClose }: WhatIfPanelProps) {
  const t = useDiagramTexts();
  const network = useQuery(networkQuery(diagram.monitorDiagramId));
  const peak = useQuery(peakQuery(diagram.monitorDiagramId, at));
  const { keeper, now, turn } = shown;
  const switches = useMemo(() => switchesOf(scene), [scene]);
  const stands = keeper.positions(now(), new Map());
  const found = useMemo(() => {
    // What was told meanwhile counts from the next turn on.
    void turn;
    const power = (id: number): number | null => keeper.values.get(`item:${id}:PZ`)?.value ?? null;
    const supply = (network.data?.meters ?? []).filter((one) => one.parentId === null).map((one) => power(one.ammeterId));
    const site = supply.length > 0 && supply.every((one) => one !== null) ? supply.reduce((sum, one) => sum + one, 0) : null;
    return whatIf(scene, keeper.positions(now(), new Map()), keeper.positions(now(), tried), { of: power, site }, names);
  }, [scene, keeper, now, turn, tried, network.data, names]);
  const changed = switches.filter((one) => tried.has(one.id));
  return (
    <Panel title={t('whatIf')} unit={t('nothingSwitched')} extra={<Button kind="icon" aria-label={t('close')} onClick={onClose}>×</Button>}>
      {changed.length === 0 ? (
        <p className={styles.quiet}>{t('tryHint')}</p>
      ) : (
        <>
          <output className={styles.verdict}>
            {t('verdict', {
              switches: changed.map((one) => t(tried.get(one.id) === 'open' ? 'opens' : 'closes', { name: nameOf(one, names) })).join(t('comma')),
              lost: formatNumber(found.lost.length, 0), lostKW: kW(found.lostKW),
              moved: formatNumber(found.moved.length, 0), movedKW: kW(found.movedKW),
            })}
          </output>
          {found.unknown > 0 && <p className={styles.quiet}>{t('unknownPower', { n: found.unknown })}</p>}
          <Takers title={t('lost')} list={found.lost} />
          <Takers title={t('moved')} list={found.moved} />
          <Takers title={t('returning')} list={found.returning} />
          <Takers title={t('uncertain')} list={found.uncertain} />
          {found.transformers.filter((one) => one.before !== one.after).map((one) => <Transformer key={one.id} one={one} />)}
          <dl className={styles.facts}>
            <div><dt>{t('sitePower')}</dt><dd>{kW(found.before)} → <b>{kW(found.after)}</b> kW</dd></div>
            <div><dt>{t('monthPeak')}</dt><dd><Peak peak={peak.data?.peak ?? null} after={found.after} /> kW{peak.data?.from != null && <small> {momentAt(diagram.timeZone, peak.data.from)}</small>}</dd></div>
          </dl>
        </>
      )}
      <details className={styles.switches} open={changed.length === 0}>
        <summary>{t('switches', { n: switches.length })}</summary>
        <ul>
          {switches.map((one) => {
            const position = tried.get(one.id) ?? (stands.has(one.id) ? stands.get(one.id) : 'closed');
            return (
              <li key={one.id}>
                <Button kind="bare" onClick={() => onFlip(one.id)} aria-pressed={tried.has(one.id)}>
                  {nameOf(one, names)} <small>{t(position === 'open' ? 'open' : position === 'closed' ? 'closed' : 'notKnown')}</small>
                </Button>
              </li>
            );
          })}
        </ul>
      </details>
    </Panel>
  );
} // prettier-ignore

/** The peak of the month stays unless the power after is higher. */
function Peak({ peak, after }: { readonly peak: number | null; readonly after: number | null }) {
  if (peak === null) return MISSING;
  const next = after !== null && after > peak ? after : peak;
  return (
    <>
      {kW(peak)} → <b>{kW(next)}</b> <small>+{kW(next - peak)}</small>
    </>
  );
}

function Takers({ title, list }: { readonly title: string; readonly list: readonly Taker[] }) {
  if (list.length === 0) return null;
  return (
    <Table<Taker>
      label={title}
      look="small"
      rows={list}
      keyOf={(one) => one.id}
      columns={[
        { key: 'name', title: `${title} ${list.length}`, render: (one) => one.label },
        { key: 'kW', title: 'kW', end: true, render: (one) => kW(one.kW) },
      ]}
    />
  );
}

function Transformer({ one }: { readonly one: TransformerLoad }) {
  const share = (value: number | null): number | null => (value === null || !one.kva ? null : (value / one.kva) * 100);
  const [before, after] = [share(one.before), share(one.after)];
  const percent = (value: number | null): string => (value === null ? '' : ` (${formatNumber(value, 0)} %)`);
  return (
    <div className={styles.transformer}>
      <span>{one.label}</span>
      <span>
        {kW(one.before)}{percent(before)} → <b>{kW(one.after)}{percent(after)}</b> kW
      </span>
      {before !== null && after !== null && (
        <svg width="100%" height="8" aria-hidden="true">
          <rect width="100%" height="8" fill="var(--fill)" />
          <rect width={`${Math.min(100, before)}%`} height="8" fill="var(--status-offline)" />
          <rect width={`${Math.min(100, after)}%`} height="8" fill="none" stroke={after > 80 ? 'var(--status-alarm)' : 'var(--primary)'} strokeWidth="2" />
        </svg>
      )}
    </div>
  );
} // prettier-ignore
