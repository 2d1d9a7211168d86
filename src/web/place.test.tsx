import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test } from 'vitest';
import { AllAt, definePlace, showAt } from './place.tsx';

const Names = definePlace<{ readonly name: string }>();
const Others = definePlace<{ readonly name: string }>();
const page = <AllAt place={Names} of={{ name: 'M1' }} wait={<p>wait</p>} />;

test('a place at which nothing stands is empty', () => {
  const { container } = render(page);
  expect(container.textContent).toBe('');
});

test('parts stand at their own place, in the order of the features, each when it came', async () => {
  const First = showAt(Names, ({ name }) => <p>first of {name}</p>);
  const Late = lazy(async () => ({
    default: ({ name }: { readonly name: string }) => <p>second of {name}</p>,
  }));
  const Second = showAt(Names, Late);
  const Elsewhere = showAt(Others, () => <p>elsewhere</p>);
  const { container } = render(
    <First>
      <Elsewhere>
        <Second>{page}</Second>
      </Elsewhere>
    </First>,
  );
  expect(container.textContent).toBe('first of M1wait');
  await screen.findByText('second of M1');
  expect(container.textContent).toBe('first of M1second of M1');
});
