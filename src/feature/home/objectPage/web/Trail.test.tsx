import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import { Trail } from './Trail.tsx';

test('an object called as the site it stands for is one step with it; any other step of the same name stays', async () => {
  await drawAt(
    '/',
    <p>
      <Trail
        places={[
          { kind: 'consumer', orgId: 1, name: 'Works' },
          { kind: 'site', orgId: 6, name: 'Works' },
          { kind: 'site', orgId: 2, name: 'North' },
          { kind: 'object', orgId: 3, name: 'North' },
          { kind: 'object', orgId: 4, name: 'Furnaces' },
          { kind: 'object', orgId: 5, name: 'North' },
        ]}
      />
    </p>,
  );
  expect((await screen.findByText('Furnaces')).closest('p')).toHaveTextContent(
    /^Works\/Works\/North\/Furnaces\/North$/,
  );
});
