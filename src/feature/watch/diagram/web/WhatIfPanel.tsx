import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scene, SceneElement } from '#contract/scene/scene.ts';
import { type Measured, shareOf } from '#domain/figure/apparentPower.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { switchesOf } from '#domain/scene/supply.ts';
import type { Taker } from '#domain/scene/takers.ts';
import { readBinding } from '#domain/scene/told.ts';
import type { Bound, TransformerLoad } from '#domain/scene/transformerLoad.ts';
import { whatIf } from '#domain/scene/whatIf.ts';
import { momentAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import type { DiagramHead } from '../contract.ts';
import { CloseIcon } from './CloseIcon.tsx';
import { networkQuery, peakQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
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

const SIGNS = { exact: '', atLeast: '≥ ', atMost: '≤ ' } as const satisfies Record<Bound, string>;
const kW = (value: number | null, bound: Bound = 'exact'): string =>
  value === null ? MISSING : `${SIGNS[bound]}${formatNumber(value, 0)}`;

/** What follows from the positions that are tried, of the values that are told now. */
function useWhatIf({ diagram, shown, names, scene, tried }: WhatIfPanelProps): Outcome {
  const network = useQuery(networkQuery(diagram.monitorDiagramId));
  const { keeper, now, turn } = shown;
  return useMemo(() => {
    // What was told meanwhile counts from the next turn on.
    void turn;
    const power = (ammeterId: number): number | null => {
      const source = { kind: 'item', ammeterId, dataCode: 'PZ' } as const;
      const { value, age } = readBinding({ source }, keeper.values, now());
      // What is old is not the power now.
      return age === null ? value : null;
    };
    const powers = (network.data?.supply ?? []).flatMap(({ ammeterId, times, due }) => {
      const told = power(ammeterId);
      return told === null ? (due ? [null] : []) : [times * told];
    });
    const site = powers.includes(null) ? null : sumOf(powers);
    const before = keeper.positions(now(), new Map());
    return whatIf(scene, before, keeper.positions(now(), tried), { of: power, site }, names);
  }, [scene, keeper, now, turn, tried, network.data, names]);
}
type Outcome = ReturnType<typeof whatIf>;

/** What would be if switches stood elsewhere: nothing is switched. Every switch can be tried from the list as well. */
export function WhatIfPanel(props: WhatIfPanelProps) {
  const { diagram, shown, names, scene, at, tried, onFlip, onClose } = props;
  const t = useDiagramTexts();
  const found = useWhatIf(props);
  const switches = useMemo(() => switchesOf(scene), [scene]);
  const changed = switches.filter((one) => tried.has(one.id));
  return (
    <Panel
      title={t('whatIf')}
      unit={t('nothingSwitched')}
      extra={
        <Button kind="icon" aria-label={t('close')} onClick={onClose}>
          <CloseIcon />
        </Button>
      }
    >
      {changed.length === 0 ? (
        <p className={`${kit.hint} ${styles.quiet}`}>{t('tryHint')}</p>
      ) : (
        <>
          <Verdict changed={changed} tried={tried} names={names} found={found} />
          <Consequences diagram={diagram} at={at} found={found} />
        </>
      )}
      <SwitchList
        switches={switches}
        names={names}
        tried={tried}
        stands={shown.keeper.positions(shown.now(), new Map())}
        open={changed.length === 0}
        onFlip={onFlip}
      />
    </Panel>
  );
}

interface VerdictProps extends Pick<WhatIfPanelProps, 'tried' | 'names'> {
  readonly changed: readonly SceneElement[];
  readonly found: Outcome;
}

/** What is tried and what it does, in a sentence. */
function Verdict({ changed, tried, names, found }: VerdictProps) {
  const t = useDiagramTexts();
  const acts = changed.map((one) =>
    t(tried.get(one.id) === 'open' ? 'opens' : 'closes', { name: nameOf(one, names) }),
  );
  return (
    <>
      <output className={styles.verdict}>
        {t('verdict', {
          switches: acts.join(t('comma')),
          lost: formatNumber(found.lost.length, 0),
          lostKW: kW(found.lostKW),
          moved: formatNumber(found.moved.length, 0),
          movedKW: kW(found.movedKW),
        })}
      </output>
      {found.unknown > 0 && (
        <p className={`${kit.hint} ${styles.quiet}`}>{t('unknownPower', { n: found.unknown })}</p>
      )}
    </>
  );
}

interface ConsequencesProps extends Pick<WhatIfPanelProps, 'diagram' | 'at'> {
  readonly found: Outcome;
}

/** Who is touched, and what transformers, the site and the peak of the month become. */
function Consequences({ diagram, at, found }: ConsequencesProps) {
  const t = useDiagramTexts();
  const say = useText();
  const { data: peak } = useQuery(peakQuery(diagram.monitorDiagramId, at));
  return (
    <>
      <Takers title={t('lost')} list={found.lost} />
      <Takers title={t('moved')} list={found.moved} />
      <Takers title={t('returning')} list={found.returning} />
      <Takers title={t('uncertain')} list={found.uncertain} />
      {found.transformers
        .filter((one) => one.touched)
        .map((one) => (
          <Transformer
            key={one.id}
            one={one}
            measured={peak?.transformers.find(({ ammeterId }) => ammeterId === one.ammeterId)}
          />
        ))}
      <dl className={styles.facts}>
        <div>
          <dt>{t('sitePower')}</dt>
          <dd>
            {kW(found.before, found.beforeBound)} → <b>{kW(found.after, found.afterBound)}</b> kW
          </dd>
        </div>
        <div>
          <dt>{t('monthPeak')}</dt>
          <dd>
            {peak?.atLeast === true && <>≥ </>}
            <Peak peak={peak?.peak ?? null} after={found.after} bound={found.afterBound} /> kW
            {peak?.from != null && (
              <small>
                {' '}
                {momentAt(diagram.timeZone, peak.from)}
                {peak.method && ` · ${say(peak.method)}`}
              </small>
            )}
          </dd>
        </div>
      </dl>
    </>
  );
}

interface SwitchListProps extends Pick<WhatIfPanelProps, 'names' | 'tried' | 'onFlip'> {
  readonly switches: readonly SceneElement[];
  /** Where they stand by what is told. */
  readonly stands: ReadonlyMap<string, 'open' | 'closed' | null>;
  readonly open: boolean;
}

/** Every switch, to be put the other way on trial. */
function SwitchList({ switches, names, tried, stands, open, onFlip }: SwitchListProps) {
  const t = useDiagramTexts();
  const wordOf = (id: string): string => {
    const position = tried.get(id) ?? (stands.has(id) ? stands.get(id) : 'closed');
    return t(position ?? 'notKnown');
  };
  return (
    <details className={styles.switches} open={open}>
      <summary>{t('switches', { n: switches.length })}</summary>
      <ul>
        {switches.map((one) => (
          <li key={one.id}>
            <Button kind="bare" onClick={() => onFlip(one.id)} aria-pressed={tried.has(one.id)}>
              {nameOf(one, names)} <small>{wordOf(one.id)}</small>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PeakProps {
  readonly peak: number | null;
  readonly after: number | null;
  readonly bound: Bound;
}

/** The peak of the month stays unless the power after is higher, or may be. */
function Peak({ peak, after, bound }: PeakProps) {
  if (peak === null) return MISSING;
  if (after === null)
    return (
      <>
        {kW(peak)} → <b>{MISSING}</b>
      </>
    );
  const higher = after > peak;
  const next = higher ? after : peak;
  // A power that is at most the peak leaves it as it is.
  const sure = bound === 'atMost' && !higher ? 'exact' : bound;
  return (
    <>
      {kW(peak)} → <b>{kW(next, sure)}</b>{' '}
      <small>
        {SIGNS[sure]}+{kW(next - peak)}
      </small>
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

interface TransformerProps {
  readonly one: TransformerLoad;
  /** As its own meter tells it, where it has one. */
  readonly measured: Measured | undefined;
}

function Transformer({ one, measured }: TransformerProps) {
  const share = (value: number | null): number | null => {
    const part = measured && shareOf(value, { ...measured, capacity: measured.capacity ?? one.kva });
    return part == null ? null : part * 100;
  };
  const [before, after] = [share(one.before), share(one.after)];
  const percent = (value: number | null): string => (value === null ? '' : ` (${formatNumber(value, 0)} %)`);
  return (
    <div className={styles.transformer}>
      <span>{one.label}</span>
      <span>
        {kW(one.before, one.beforeBound)}
        {percent(before)} →{' '}
        <b>
          {kW(one.after, one.afterBound)}
          {percent(after)}
        </b>{' '}
        kW
      </span>
      {before !== null && after !== null && <LoadBar before={before} after={after} />}
    </div>
  );
}

/** A load above this share is too much for long. */
const HIGH_LOAD = 80;

/** The load before as a bar, that after as a frame around it, %. */
function LoadBar({ before, after }: { readonly before: number; readonly after: number }) {
  const stroke = after > HIGH_LOAD ? 'var(--status-alarm)' : 'var(--primary)';
  return (
    <svg width="100%" height="8" aria-hidden="true">
      <rect width="100%" height="8" fill="var(--fill)" />
      <rect width={`${Math.min(100, before)}%`} height="8" fill="var(--status-offline)" />
      <rect width={`${Math.min(100, after)}%`} height="8" fill="none" stroke={stroke} strokeWidth="2" />
    </svg>
  );
}
