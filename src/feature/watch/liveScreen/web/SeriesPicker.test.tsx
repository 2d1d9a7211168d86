import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, drawAt, type SentCall } from '#web/resource/testBed.tsx';
import { SeriesPicker } from './SeriesPicker.tsx';
import { texts } from './texts.ts';

const node = (id: number, orgName: string, children: readonly object[] = []) => ({
  id,
  orgName,
  orgCode: `O${id}`,
  category: '2',
  typeName: null,
  meterCount: 0,
  itemCount: 0,
  children,
});
const LOOKUP = 'getDataItemsByObject';
const item = { monitorItemId: 3, itemName: '功率', monitorType: '1', ammeterId: 5, ammeterName: '1# 表', dataCode: 'PZ', dataItemName: '总有功功率', unit: 'kW' }; // prettier-ignore

/** Draws the picker over two objects, of which the first tells one value and the second none. */
async function drawPicker(): Promise<SentCall[]> {
  const calls = answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes(LOOKUP)
      ? path.includes('orgId=7')
        ? [item]
        : []
      : path.includes('monitorObject/getTree')
        ? [node(7, '加热炉'), node(8, '风机')]
        : [],
  }));
  const picker = (
    <SeriesPicker consumerId={1001} tree="object" chosen={[]} onTree={() => {}} onChange={() => {}} />
  );
  await drawAt('/', picker, { language: 'zh', phrases: { liveScreen: texts } });
  await screen.findByText('加热炉');
  return calls;
}

test('without an object no data items are looked up', async () => {
  const calls = await drawPicker();
  expect(screen.getByText('先在树中选择对象或表计')).toBeInTheDocument();
  expect(calls.filter(({ path }) => path.includes(LOOKUP))).toEqual([]);
  expect(screen.queryByText('未获取到设备数据项')).toBeNull();
});

test('an object of which none are had warns 未获取到设备数据项, one with some lists them', async () => {
  const calls = await drawPicker();
  await userEvent.click(screen.getByText('风机'));
  expect(await screen.findByText('未获取到设备数据项')).toHaveRole('status');
  await userEvent.click(screen.getByText('加热炉'));
  expect(await screen.findByLabelText(/总有功功率/)).not.toBeChecked();
  expect(screen.queryByText('未获取到设备数据项')).toBeNull();
  expect(calls.filter(({ path }) => path.includes(LOOKUP))).toHaveLength(2);
});
