import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NOTICE_MS } from '#web/resource/noticeTime.ts';
import { closeNotice, notify, notifyError, useNotices } from './notice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const shown = () => renderHook(useNotices).result;
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('a notice lasts one second', () => {
  const notices = shown();
  act(() => notify('success', '修改成功'));
  pass(999);
  expect(notices.current).toMatchObject([{ kind: 'success', message: '修改成功' }]);
  pass(1);
  expect(notices.current).toEqual([]);
});

test('a sentence lasts as long as it takes to read', () => {
  const notices = shown();
  const sentence = 'The server cannot be reached. Check the network and try again';
  act(() => notify('error', sentence));
  pass(1000 + (sentence.length - 16) * 45 - 1);
  expect(notices.current).toHaveLength(1);
  pass(1);
  expect(notices.current).toEqual([]);
});

test('one of the archive lasts three seconds, and may be closed before', () => {
  const notices = shown();
  act(() => notify('success', '删除成功', NOTICE_MS));
  act(() => notify('success', '新建成功', NOTICE_MS));
  pass(2999);
  expect(notices.current).toHaveLength(2);
  act(() => closeNotice(notices.current[0]!.id));
  expect(notices.current).toMatchObject([{ message: '新建成功' }]);
  pass(1);
  expect(notices.current).toEqual([]);
});

test('the same error is not repeated within a second, another is', () => {
  const notices = shown();
  act(() => notifyError('不能删除'));
  pass(999);
  act(() => notifyError('不能删除'));
  expect(notices.current).toHaveLength(1);
  act(() => notifyError('没有权限'));
  expect(notices.current.map(({ message }) => message)).toEqual(['不能删除', '没有权限']);
  pass(1000);
  act(() => notifyError('没有权限'));
  expect(notices.current.map(({ message }) => message)).toEqual(['没有权限']);
});
