import { useState } from 'react';
import { useTask } from '#web/shell/useTask.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import type { OnboardingResult } from '../contract.ts';
import { Outcome } from './Outcome.tsx';
import { Upload } from './Upload.tsx';

const id = (raw: unknown): number | null =>
  Number.isInteger(Number(raw)) && Number(raw) > 0 ? Number(raw) : null;

/** The tasks of the dry run and of the write; in the address, so that a reload goes on. */
const readPlace = (raw: RawAddress) => ({ dryRun: id(raw['dryRun']), write: id(raw['write']) });

/** Many meters from a list: upload, dry run, write, receipt. */
export default function OnboardingPage() {
  const { consumer } = useConsumer();
  const [place, change] = useAddress(readPlace);
  const tried = useTask<OnboardingResult | null>(place.dryRun);
  const written = useTask<OnboardingResult | null>(place.write);
  const [round, setRound] = useState(0);
  if (!consumer) return <NoConsumer />;
  const another = (): void => {
    setRound(round + 1);
    change({ dryRun: undefined, write: undefined }, { push: true });
  };
  if (place.dryRun === null && place.write === null)
    return (
      <Upload
        key={`${consumer.orgId} ${round}`}
        consumerId={consumer.orgId}
        onStarted={(dryRun) => change({ dryRun, write: undefined }, { push: true })}
      />
    );
  return (
    <Outcome
      key={place.write ?? place.dryRun}
      task={place.write === null ? tried : written}
      writing={place.write !== null}
      dryRun={place.dryRun}
      onWrite={(write) => change({ write }, { push: true })}
      onAnother={another}
    />
  );
}
