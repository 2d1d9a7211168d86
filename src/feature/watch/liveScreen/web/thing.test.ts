import { expect, it } from 'vitest';
import { tabsOf } from './thing.ts';

it('of a popup are those tabs shown that the account may see', () => {
  expect(tabsOf([])).toEqual(['values', 'facts']);
  expect(tabsOf(['SDNUser.SDNCamera', 'archive.orgFile.view'])).toEqual([
    'values',
    'cameras',
    'facts',
    'files',
  ]);
  expect(tabsOf(['archive.iRemoteControl.view', 'event.alarmRecord.view', 'archive.ledger.view'])).toEqual([
    'values',
    'alarms',
    'controls',
    'facts',
    'traces',
  ]);
});
