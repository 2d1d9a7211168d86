import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import PauseOutlined from '@ant-design/icons-svg/es/asn/PauseOutlined';
import CaretRightOutlined from '@ant-design/icons-svg/es/asn/CaretRightOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import { useEffect } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Board } from '../contract.ts';
import styles from './Board.module.css';
import { BoardPictureView } from './BoardPictureView.tsx';
import { BoardFigures, BoardHead } from './BoardView.tsx';
import { type Turning, useTurning } from './useTurning.ts';

interface BoardShowProps {
  readonly board: Board;
  readonly token: string;
  readonly stale: boolean;
}

/** The pages of a board, one after the other: its figures, then its pictures. */
export function BoardShow({ board, token, stale }: BoardShowProps) {
  const { figures, pictures, turnSeconds } = board;
  const pages: readonly (number | null)[] = [
    ...(figures.length > 0 || pictures.length === 0 ? [null] : []),
    ...pictures.keys(),
  ];
  const turning = useTurning(pages.length, turnSeconds * 1000);
  const place = pages[turning.at] ?? null;
  return (
    <main className={styles.board} data-picture={place !== null}>
      <BoardHead board={board} page={place === null ? null : (pictures[place] ?? '')} stale={stale}>
        {pages.length > 1 && <Turns turning={turning} count={pages.length} />}
      </BoardHead>
      {place === null ? (
        <BoardFigures board={board} />
      ) : (
        <BoardPictureView key={place} token={token} place={place} />
      )}
    </main>
  );
}

/** Which page of how many, and what turns them: buttons, and the keys ← → and space. */
function Turns({ turning, count }: { readonly turning: Turning; readonly count: number }) {
  const t = useTexts<typeof import('./texts.ts').texts>('displayBoard');
  const { at, held, go, hold } = turning;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A button that has the focus takes the space for itself.
      if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
      if (event.key === 'ArrowLeft') go(-1);
      else if (event.key === 'ArrowRight') go(1);
      else if (event.key === ' ') hold();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go, hold]);
  return (
    <span className={styles.turns}>
      <Button kind="icon" aria-label={t('before')} onClick={() => go(-1)}>
        <Icon icon={LeftOutlined} />
      </Button>
      {at + 1} / {count}
      <Button kind="icon" aria-label={t('after')} onClick={() => go(1)}>
        <Icon icon={RightOutlined} />
      </Button>
      <Button kind="icon" aria-label={t(held ? 'goOn' : 'hold')} aria-pressed={held} onClick={hold}>
        <Icon icon={held ? CaretRightOutlined : PauseOutlined} />
      </Button>
    </span>
  );
}
